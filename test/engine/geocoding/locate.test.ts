import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AddressParts, Located } from '../../../src/domain/geocoding.ts';
import { locate } from '../../../src/engine/geocoding/locate.ts';
import { handmade, shippedOnly } from '../../support/packs.ts';

// Whole countries are loaded, on a machine that may be busy.
const shipped = shippedOnly();
const packed = handmade();

const find = async (
  country: string,
  address: string | AddressParts,
  gazetteers = packed,
): Promise<Located | undefined> => locate(await gazetteers.of(country), { country, address });

const name = async (country: string, address: string | AddressParts, gazetteers = packed): Promise<string> =>
  (await find(country, address, gazetteers))?.displayName ?? 'nothing';

describe('an address in one text', () => {
  test.each([
    'Veldstraat 12, 9000 Gent',
    '9000 Gent, Veldstraat 12',
    'Veldstraat 12, Gent, 9000',
    'Veldstraat 12 9000 Gent',
    'Gent 9000',
    'B-9000 Gent',
    'BE-9000 GENT',
    'Veldstraat 12 bus 3, 9000 Gent, België',
    'Veldstraat 12a 9000 gent belgium',
    'Veldstraat 12/3\n9000 Gent\nBELGIQUE',
    'Belgium, 9000 Gent',
    'Veldstraat 1000, 9000 Gent',
    'Veldstraat 1000 9000 Gent',
    '9000 Gend',
    '9000 Ghent',
    '9000 Gand',
  ])('has its parts in any order: %s', async (address) => {
    const found = await find('BE', address);
    expect(found).toMatchObject({ latitude: 51.0538, longitude: 3.725, precision: 'postcode' });
    expect(found?.displayName).toBe('9000 Gent, Vlaanderen, Belgium');
    expect(found?.source).toContain('GeoNames');
    expect(found?.source).toContain('CC BY 4.0');
  });

  test.each([
    'Köln',
    'KOELN',
    'koln',
    'Cologne',
    'Keulen',
    'Colonia',
    'Kölm',
    'Hohe Straße 1, Köln',
    'Hohe Strasse 1 Köln',
  ])('finds a town by its name alone, in local spellings and with one wrong letter: %s', async (address) => {
    expect(await find('DE', address, shipped)).toMatchObject({
      precision: 'city',
      displayName: 'Köln, North Rhine-Westphalia, Germany',
    });
  });

  test.each([
    ['DE', 'Goettingen', 'Göttingen, Niedersachsen, Germany'],
    ['DE', 'Gottingen', 'Göttingen, Niedersachsen, Germany'],
    ['PL', 'Lodz', 'Łódź, Łódź Voivodeship, Poland'],
    ['DK', 'Kobenhavn', 'Copenhagen, Capital Region, Denmark'],
    ['DK', 'Koebenhavn', 'Copenhagen, Capital Region, Denmark'],
    ['IS', 'Reykjavik', 'Reykjavík, Capital Region, Iceland'],
    ['TR', 'Izmir', 'İzmir, İzmir Province, Türkiye'],
    ['TR', 'Diyarbakir', 'Diyarbakır, Türkiye'],
    ['FR', 'Schœlcher', 'nothing'],
    ['RO', 'Bucuresti', 'Bucharest, București, Romania'],
    ['GR', 'Αθήνα', 'Athens, Attica, Greece'],
    ['BG', 'София', 'Sofia, Sofia-Capital, Bulgaria'],
    ['CH', 'St. Gallen', 'Sankt Gallen, Saint Gallen, Switzerland'],
    ['BE', 'Sint Niklaas', 'Sint-Niklaas, Flanders, Belgium'],
  ])('letters without a decomposition are no obstacle: %s %s', async (country, address, shown) => {
    const [town = ''] = shown.split(',');
    expect((await name(country, address, shipped)).split(',')[0]).toBe(town);
  });

  test('the number of a house is not taken for a postal code, unless a place is near', async () => {
    expect(await name('BE', 'Kerkstraat 4000')).toBe('nothing');
    expect(await name('BE', 'Kerkstraat 1000, Gent')).toBe('Gent, Flanders, Belgium');
    expect(await name('NL', 'Kerkstraat 2000, Amsterdam')).toBe('Amsterdam, North Holland, Netherlands');
    expect(await name('DK', 'Strandvejen 1100')).toBe('nothing');
    expect(await name('AT', 'Hauptstraße 1010')).toBe('nothing');
    expect(await name('BE', '4000')).toBe('4000 Liège, Wallonie, Belgium');
    expect(await name('BE', 'Kerkstraat 1, 4000')).toBe('4000 Liège, Wallonie, Belgium');
  });

  test.each([
    '4 Rue des Mouettes',
    '4, Rue des Mouettes',
    'Rue des Mouettes 4',
    'rue des mouettes',
    '12 rue de Paris',
    'Rue Saint-Denis 4',
  ])('a street without a place is not found in a village of the same name: %s', async (address) => {
    expect(await find('FR', address)).toBeUndefined();
  });

  test('the villages of those names are found when they are meant', async () => {
    expect(await name('FR', '27650 Mouettes')).toBe('27650 Mouettes, Normandie, France');
    expect(await name('FR', '4 Rue des Mouettes, 80120 Rue')).toBe('80120 Rue, Hauts-de-France, France');
    expect(await name('FR', '4 Rue des Mouettes, Paris')).toBe('Paris, Île-de-France, France');
  });

  test('CEDEX is left out of codes and of names', async () => {
    expect((await packed.of('FR')).byCode('75380')).toEqual([]);
    expect(await name('FR', '1 rue de Rivoli, 75380 PARIS CEDEX 08')).toBe('Paris, Île-de-France, France');
    expect(await name('FR', '75008 Paris Cedex 08')).toBe('75008 Paris 08, Île-de-France, France');
  });

  test.each([
    ['LU', ['L-1611 Luxembourg', 'LU-1611 Luxembourg', '1611 Luxembourg', 'L1611 Luxemburg'], 49.603],
    ['LV', ['LV-1010 Rīga', '1010 Riga', 'LV1010, Riga'], 56.954],
    ['LT', ['LT-01100 Vilnius', '01100 Vilnius'], 54.683],
    ['MD', ['MD-2001 Chisinau', 'MD2001 Chișinău', '2001 Chişinău'], 47.018],
  ] as const)('the letters of %s before a code may be there or not', async (country, forms, latitude) => {
    for (const form of forms) expect((await find(country, form))?.latitude, form).toBe(latitude);
  });

  test('a full code is found by the part that is known', async () => {
    expect(await name('NL', 'Dam 1, 1012 JS Amsterdam')).toContain('1012 Amsterdam');
    expect(await name('NL', '1012JS')).toContain('1012 Amsterdam');
    expect(await name('GB', '10 Downing Street, London SW1A 2AA')).toContain('SW1A');
    expect(await name('US', '62704-1234')).toContain('62704 Springfield');
    expect(await name('CA', 'K1A 0B1', shipped)).toContain('K1A');
  });

  test('of places with the same name the code decides, then the state, then the number of people', async () => {
    expect(await name('DE', '79822 Neustadt')).toContain('Baden-Württemberg');
    expect(await name('DE', '01844 Neustadt')).toContain('Sachsen');
    expect(await name('DE', 'Neustadt, Sachsen')).toContain('Sachsen');
    expect(await name('US', 'Springfield, IL', shipped)).toContain('Illinois');
    expect(await name('US', 'Springfield, Massachusetts', shipped)).toContain('Massachusetts');
    expect(await name('US', 'Springfield MO', shipped)).toContain('Missouri');
    expect(await name('US', 'Paris, Texas', shipped)).toContain('Texas');
    expect(await name('CA', 'London, ON', shipped)).toContain('Ontario');
    expect(await name('AU', 'Newcastle NSW', shipped)).toContain('New South Wales');
    const largest = await find('US', 'Portland', shipped);
    expect(largest?.displayName).toContain('Oregon');
  });

  test('codes of regions mean a state in the US, Canada and Australia only', async () => {
    // 11 is the code of South Holland, and IL that of no German state.
    expect(await name('NL', 'Rijswijk, 11', shipped)).toBe(await name('NL', 'Rijswijk', shipped));
    expect(await name('DE', 'Neustadt, SN')).not.toBe('nothing');
  });

  test('the country is a limit', async () => {
    expect(await name('BE', 'Paris, France')).toBe('nothing');
    expect(await name('US', 'Paris, France', shipped)).toBe('nothing');
    expect(await name('NL', '9000 Gent')).not.toContain('Belgium');
    expect(await name('US', 'Atlanta, Georgia', shipped)).toContain('Georgia, United States');
  });

  test('a town that is called as its country is found, and the country itself when only it is named', async () => {
    expect(await find('LU', 'Luxembourg')).toMatchObject({ precision: 'city' });
    expect(await find('SG', 'Singapore', shipped)).toMatchObject({ precision: 'city' });
    expect(await find('BE', 'Belgium')).toMatchObject({ precision: 'country', displayName: 'Belgium' });
  });

  test('what says too little, or nothing, is not found', async () => {
    for (const address of ['', ' , ,', 'xyzzy', '12', 'Kerkstraat', 'Kerkstraat 12', 'a', '???', '\0'])
      expect(await find('BE', address), address).toBeUndefined();
  });

  test('a short name is not found by its neighbours', async () => {
    expect(await name('BE', 'Gont 12')).toBe('nothing');
    expect(await name('FR', 'Ruz')).toBe('nothing');
  });
});

describe('a structured address', () => {
  test.each<[AddressParts, string]>([
    [{ street: 'Veldstraat', streetNo: '12', zipCode: '9000', city: 'Gent' }, '9000 Gent, Vlaanderen, Belgium'],
    [{ zipCode: '9000' }, '9000 Gent, Vlaanderen, Belgium'],
    [{ zipCode: 'B-9000', city: 'Gand' }, '9000 Gent, Vlaanderen, Belgium'],
    [{ city: 'Gent' }, 'Gent, Flanders, Belgium'],
    [{ city: '9000 Gent' }, '9000 Gent, Vlaanderen, Belgium'],
    [{ city: 'Gent Centrum' }, 'Gent, Flanders, Belgium'],
    [{ zipCode: '9050', city: 'Ledeberg' }, '9050 Ledeberg, Vlaanderen, Belgium'],
    [{ zipCode: '9999', city: 'Gent' }, 'Gent, Flanders, Belgium'],
    [{ street: 'Veldstraat 12, 9000 Gent' }, '9000 Gent, Vlaanderen, Belgium'],
    [{ street: 'Gentstraat', streetNo: '9000' }, 'nothing'],
    [{ street: 'Mouettes', city: '' }, 'nothing'],
    [{ state: 'Flanders' }, 'nothing'],
  ])('%j is %s', async (address, shown) => {
    expect(await name('BE', address)).toBe(shown);
  });

  test('the state decides between towns of one name', async () => {
    expect(await name('US', { city: 'Springfield', state: 'MA' }, shipped)).toContain('Massachusetts');
    expect(await name('US', { city: 'Springfield', state: 'Illinois' }, shipped)).toContain('Illinois');
  });

  test('a street is never taken for a town when a town is given', async () => {
    expect(await name('FR', { street: 'Rue', streetNo: '4', zipCode: '75008', city: 'Paris' })).toContain(
      '75008 Paris',
    );
  });
});

describe('whatever is sent', () => {
  test('is answered, with a coordinate on earth or not at all', async () => {
    const gazetteer = await packed.of('BE');
    const word = fc.constantFrom(
      '9000',
      'Gent',
      'Rue',
      'des',
      '12',
      'L-1611',
      ',',
      '\n',
      'bus',
      'Belgium',
      'Ж',
      'st',
      '٣',
      '🙂',
      'constructor',
      '__proto__',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, text, (address, city) => {
        for (const query of [address, { zipCode: address, city }, { street: address, state: city }]) {
          const found = locate(gazetteer, { country: 'BE', address: query });
          if (!found) continue;
          expect(Math.abs(found.latitude)).toBeLessThanOrEqual(90);
          expect(Math.abs(found.longitude)).toBeLessThanOrEqual(180);
          expect(found.confidence).toBeGreaterThan(0);
          expect(found.confidence).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('case, accents and blanks around make no difference', async () => {
    const gazetteer = await packed.of('BE');
    fc.assert(
      fc.property(
        fc.constantFrom('9000 Gent', 'Grote Markt 1, 4000 Liège', 'Kerkstraat 5, Ninove'),
        fc.boolean(),
        fc.nat(3),
        (address, upper, blanks) => {
          const changed =
            ' '.repeat(blanks) +
            (upper ? address.toUpperCase() : address.toLowerCase()).normalize('NFD').replace(/\p{M}/gu, '');
          expect(locate(gazetteer, { country: 'BE', address: changed })).toEqual(
            locate(gazetteer, { country: 'BE', address }),
          );
        },
      ),
    );
  });
});
