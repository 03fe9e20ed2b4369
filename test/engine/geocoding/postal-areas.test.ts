import { describe, expect, test } from 'vitest';
import { type AddressParts, kilometresBetween, type Located } from '../../../src/domain/geocoding.ts';
import { locate } from '../../../src/engine/geocoding/locate.ts';
import { areaOfCode } from '../../../src/engine/geocoding/postal-areas.ts';
import { Gazetteers } from '../../../src/features/geocoding/gateway/gazetteers.ts';
import { geocode } from '../../../src/features/geocoding/geocode.ts';
import type { GeocodeDeps } from '../../../src/features/geocoding/geocoding.ts';
import { shippedOnly, storeOf } from '../../support/packs.ts';

const row = (...[country, code, name, region, latitude, longitude]: readonly (string | number)[]): string =>
  [country, code, name, region, '', '', '', '', '', latitude, longitude, ''].join('\t');
const ROWS: Readonly<Record<string, string>> = {
  DE: row('DE', '06108', 'Halle', 'Sachsen-Anhalt', 51.483, 11.972),
  GB: row('GB', 'TF10', 'Newport', 'England', 52.769, -2.379),
  AT: row('AT', '4830', 'Hallstatt', 'Oberösterreich', 47.562, 13.649),
  BE: [
    row('BE', '6890', 'Redu', 'Wallonie', 50.007, 5.161),
    row('BE', '9130', 'Doel', 'Vlaanderen', 51.311, 4.265),
    row('BE', '1000', 'Bruxelles', 'Bruxelles-Capitale', 50.8466, 4.3517),
  ].join('\n'),
};
const shipped = shippedOnly();
const packed = new Gazetteers(
  storeOf(new Map(Object.entries(ROWS).map(([country, rows]) => [country, () => Buffer.from(rows)]))),
);

const find = async (
  gazetteers: Gazetteers,
  address: string | AddressParts,
  country: string | undefined,
): Promise<Located | undefined> => {
  const deps = { geocoding: { gazetteers, provider: undefined, cacheDays: 0 } } as unknown as GeocodeDeps;
  return (await geocode(deps, { address, country }, new AbortController().signal)).located;
};

const TOWNS = {
  halle: { latitude: 51.483, longitude: 11.97 },
  halleInBelgium: { latitude: 50.734, longitude: 4.235 },
  newport: { latitude: 52.767, longitude: -2.378 },
  newportInWales: { latitude: 51.588, longitude: -2.998 },
  hallstatt: { latitude: 47.562, longitude: 13.649 },
  redu: { latitude: 50.007, longitude: 5.161 },
  doel: { latitude: 51.311, longitude: 4.265 },
};

describe('towns of one name, and small ones', () => {
  test.each<[keyof typeof TOWNS, string | AddressParts, string | undefined]>([
    ['halle', '06108 Halle (Saale)', 'DE'],
    ['halle', '06108 Halle', 'DE'],
    ['halle', 'Marktplatz 1, 06108 Halle', undefined],
    ['halle', 'Halle (Saale) 06108', undefined],
    ['halle', 'D-06108 Halle', undefined],
    ['halle', { zipCode: '06108', city: 'Halle' }, 'DE'],
    ['halle', { zipCode: '06108', city: 'Halle (Saale)' }, undefined],
    ['halleInBelgium', '1500 Halle', undefined],
    ['halleInBelgium', '1500 Halle', 'BE'],
    ['newport', 'High Street 1, Newport TF10 7AA', 'GB'],
    ['newport', 'TF10 7AA Newport', undefined],
    ['newport', 'Newport, Shropshire', 'GB'],
    ['newport', 'High Street 1, Newport, Shropshire, TF10 7AA', 'GB'],
    ['newport', { city: 'Newport', state: 'Shropshire' }, 'GB'],
    ['newport', { zipCode: 'TF10 7AA', city: 'Newport' }, 'GB'],
    ['newportInWales', 'NP20 1AA Newport', 'GB'],
    ['newportInWales', 'Newport', 'GB'],
  ])('%s is meant by %j (%s), with packs and without them', async (town, address, country) => {
    for (const gazetteers of [shipped, packed]) {
      const found = await find(gazetteers, address, country);
      expect(found && kilometresBetween(found, TOWNS[town]), found?.displayName).toBeLessThan(10);
      expect(found?.confidence).toBeGreaterThan(0.5);
    }
  });

  test.each<[keyof typeof TOWNS, string, string, string]>([
    ['hallstatt', '4830 Hallstatt', 'Hallstatt', 'AT'],
    ['redu', '6890 Redu', 'Redu', 'BE'],
    ['doel', '9130 Doel', 'Doel', 'BE'],
  ])(
    '%s is found with the pack; without it the data do not know it, and nothing else is returned',
    async (town, withCode, name, country) => {
      for (const address of [withCode, name]) {
        const found = await find(packed, address, country);
        expect(found && kilometresBetween(found, TOWNS[town])).toBeLessThan(2);
        expect(await find(shipped, address, country)).toBeUndefined();
      }
    },
  );
});

describe('a code that contradicts the name', () => {
  test.each([
    ['50667 Berlin', 'DE', 'Köln'],
    ['10115 München', 'DE', 'Berlin'],
    ['75008 Lyon', 'FR', 'Paris'],
    ['SW1A 1AA Manchester', 'GB', 'London'],
    ['9000 Antwerpen', 'BE', 'Gent'],
    ['1000 Gent', 'BE', 'Brussels'],
    ['90210 Boston', 'US', '90210 Beverly Hills'],
    ['M5V 2T6 Vancouver', 'CA', 'M5V Downtown Toronto'],
  ])('counts, with a confidence below 0.5: %s in %s', async (address, country, town) => {
    const found = await find(shipped, address, country);
    expect(found?.displayName.split(',')[0]).toBe(town);
    expect(found?.confidence).toBeLessThan(0.5);
  });

  test('counts with a pack too', async () => {
    const found = await find(packed, { zipCode: '1000', city: 'Gent' }, 'BE');
    expect(found).toMatchObject({ displayName: '1000 Bruxelles, Bruxelles-Capitale, Belgium', precision: 'postcode' });
    expect(found?.confidence).toBeLessThan(0.5);
  });

  test('is no code where a street is before it, or behind it', async () => {
    const gent = { displayName: 'Gent, Flanders, Belgium' };
    expect(await find(shipped, 'Veldstraat 1000, Gent', 'BE')).toMatchObject(gent);
    expect(await find(shipped, '1000 Rue de la Loi, Gent', 'BE')).toMatchObject(gent);
  });
});

describe('a code alone', () => {
  test.each([
    ['10001', 'US', '10001 New York', 'postcode'],
    ['10001-1234', 'US', '10001 New York', 'postcode'],
    ['M5V 2T6', 'CA', 'M5V Downtown Toronto', 'postcode'],
    ['M5V 2T6', undefined, 'M5V Downtown Toronto', 'postcode'],
    ['1010', 'AT', 'Vienna', 'city'],
    ['9000', 'BE', 'Gent', 'city'],
    ['B-9000', undefined, 'Gent', 'city'],
    ['8001', 'CH', 'Zürich', 'country'],
    ['06108', 'DE', 'Halle', 'country'],
    ['2100', 'DK', 'Copenhagen', 'country'],
    ['75008', 'FR', 'Paris', 'city'],
    ['SW1A 1AA', 'GB', 'London', 'city'],
    ['L-1611', 'LU', 'Luxembourg', 'city'],
    ['1012 AB', 'NL', 'Amsterdam', 'city'],
  ])('is found as well as the data know it: %s in %s', async (address, country, town, precision) => {
    const found = await find(shipped, address, country);
    expect(found?.displayName.split(',')[0]).toBe(town);
    expect(found).toMatchObject({ precision });
    if (precision !== 'postcode') expect(found?.confidence).toBe(0.3);
    expect(await find(shipped, { zipCode: address }, country)).toEqual(found);
  });

  test('of which the country is not known, or whose area is not, is not found', async () => {
    expect(await find(shipped, '06108', undefined)).toBeUndefined();
    expect(await find(shipped, '00100', 'IT')).toBeUndefined();
  });
});

test('every area has a town that ships', async () => {
  const prefixes: Readonly<Record<string, readonly string[]>> = {
    AT: ['10', '48', '99'],
    BE: ['10', '68', '99'],
    CH: ['10', '75', '96'],
    DE: Array.from({ length: 99 }, (_, i) => String(i + 1).padStart(2, '0')).filter(
      (prefix) => !['05', '43', '62'].includes(prefix),
    ),
    DK: ['10', '37', '99'],
    FR: Array.from({ length: 95 }, (_, i) => String(i + 1).padStart(2, '0')),
    GB: ['AB', 'B', 'HU', 'IV', 'TF', 'ZE'],
    LU: ['1', '9'],
    NL: Array.from({ length: 90 }, (_, i) => String(i + 10)),
  };
  for (const [country, all] of Object.entries(prefixes)) {
    const gazetteer = await shipped.of(country);
    const lacking = all.filter((prefix) => !areaOfCode(gazetteer, country === 'GB' ? `${prefix}1` : `${prefix}000`));
    expect({ country, lacking }).toEqual({ country, lacking: [] });
  }
  expect(locate(await shipped.of('DE'), { country: 'DE', address: '99999 Nirgendwo' })).toBeUndefined();
});
