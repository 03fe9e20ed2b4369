/** Towns where the people and customers of the demo live. */
export interface Place {
  readonly city: string;
  readonly postcode: string;
  readonly region: string;
  readonly latitude: number;
  readonly longitude: number;
}

const place = (city: string, postcode: string, region: string, latitude: number, longitude: number): Place => ({
  city,
  postcode,
  region,
  latitude,
  longitude,
});

export const places: readonly Place[] = [
  place('Gent', '9000', 'WEST', 51.05, 3.72),
  place('Brugge', '8000', 'WEST', 51.21, 3.22),
  place('Kortrijk', '8500', 'WEST', 50.83, 3.26),
  place('Oostende', '8400', 'WEST', 51.22, 2.91),
  place('Aalst', '9300', 'WEST', 50.94, 4.04),
  place('Antwerpen', '2000', 'NORTH', 51.22, 4.4),
  place('Mechelen', '2800', 'NORTH', 51.03, 4.48),
  place('Turnhout', '2300', 'NORTH', 51.32, 4.95),
  place('Hasselt', '3500', 'EAST', 50.93, 5.34),
  place('Genk', '3600', 'EAST', 50.97, 5.5),
  place('Leuven', '3000', 'CENTRE', 50.88, 4.7),
  place('Brussel', '1000', 'CENTRE', 50.85, 4.35),
  place('Nivelles', '1400', 'CENTRE', 50.6, 4.33),
  place('Namur', '5000', 'SOUTH', 50.47, 4.87),
  place('Charleroi', '6000', 'SOUTH', 50.41, 4.44),
  place('Mons', '7000', 'SOUTH', 50.45, 3.95),
  place('Liège', '4000', 'EAST', 50.63, 5.57),
  place('Tournai', '7500', 'SOUTH', 50.61, 3.39),
];
