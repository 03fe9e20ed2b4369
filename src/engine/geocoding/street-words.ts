/** Words by which an address shows that it speaks of a street. All are folded as place-name.ts folds. */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** They stand before the name: Rue de la Loi, Calle Mayor, ul. Piotrkowska. */
const LEADING = words(`
  rue avenue av ave bd boulevard blvd place pl chemin ch impasse allee allees quai route rte cours square chaussee
  calle c avenida avda paseo plaza carrer passeig ronda camino carretera via viale corso piazza piazzale vicolo largo strada
  rua travessa praca estrada ulica ul aleja al plac os osiedle trg ulice namesti nam strasse str straat bulevardul bd
  calea strada odos leoforos prospekt bulvar`);

/** They stand behind it, alone or grown together with it: Downing Street, Hauptstraße, Storgatan. */
const TRAILING = words(`
  street st road rd avenue ave lane ln drive dr close court ct crescent square sq terrace way row hill gardens grove mews walk parade
  boulevard blvd highway hwy parkway pkwy circle quay embankment
  strasse str straat laan weg allee platz gasse ring damm ufer kai promenade steig plein kade dreef steenweg stwg singel gracht markt
  gata gatan gate gade vej veien vagen vei katu tie utca ut ter korut iela gatve`);

const GROWN =
  /.(strasse|str|straat|laan|weg|gasse|platz|allee|damm|ufer|ring|markt|plein|kade|dreef|steenweg|singel|gracht|lei|gata|gatan|gate|gaten|gade|vej|vejen|veien|vagen|vei|katu|tie|utca|iela)$/;

/** They tie a name to what stands before it: what follows is not a place of its own. */
const TYING = words(`
  de des du da do dos das del della delle dei degli di d la le les los las el lo l the of and et en y e und van der den het t s zu zum zur am
  an im in aan op bij sur sous aux au a al faubourg porte gare general dr prof st ste san santa new old`);

/** What has a number of its own beside the house: boxes, flats, floors. */
const UNITS = words(`
  bus bte boite box postbus postfach bp cedex apt apartment flat unit suite ste floor etage stock top stiege no nr n hs dept building batiment bat`);

export const leadsStreet = (word: string): boolean => LEADING.has(word);
export const endsStreet = (word: string): boolean => TRAILING.has(word) || GROWN.test(word);
export const ties = (word: string): boolean => TYING.has(word);
export const isUnit = (word: string): boolean => UNITS.has(word);
