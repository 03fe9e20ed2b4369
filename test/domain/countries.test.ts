import { describe, expect, test } from 'vitest';
import { countryName, countryNamed, countryOf } from '../../src/domain/countries.ts';

describe('a country', () => {
  test.each([
    ['BE', 'BE'],
    ['be', 'BE'],
    [' bel ', 'BE'],
    ['België', 'BE'],
    ['BELGIQUE', 'BE'],
    ['Belgio', 'BE'],
    ['Allemagne', 'DE'],
    ['Duitsland', 'DE'],
    ['Niederlande', 'NL'],
    ['The Netherlands', 'NL'],
    ['Holland', 'NL'],
    ['UK', 'GB'],
    ['England', 'GB'],
    ['Vereinigtes Königreich', 'GB'],
    ['USA', 'US'],
    ['United States of America', 'US'],
    ['Etats-Unis', 'US'],
    ['Czech Republic', 'CZ'],
    ['Česko', 'CZ'],
    ['Türkei', 'TR'],
    ['Turkey', 'TR'],
    ['Ελλάδα', 'GR'],
    ['Suomi', 'FI'],
    ['Österreich', 'AT'],
    ['XK', 'XK'],
  ])('named %s is %s', (text, code) => {
    expect(countryOf(text)).toBe(code);
  });

  test('that is no more is none, though Intl still names it', () => {
    for (const code of ['DD', 'YU', 'SU', 'CS', 'ZR', 'TP', 'BU', 'AN', 'FX']) {
      expect(countryOf(code), code).toBeUndefined();
      const dead = new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? '';
      // Some are shown under the name of the country that they became.
      if (countryOf(dead) !== undefined) expect(countryOf(dead), dead).not.toBe(code);
    }
    expect(countryOf('East Germany')).toBeUndefined();
  });

  test.each(['', '  ', 'Atlantis', 'QZ', 'ZZ', 'EU', 'UN', '150', 'constructor', '__proto__'])('is not %j', (text) => {
    expect(countryOf(text)).toBeUndefined();
  });

  test('two letters inside of an address are no country', () => {
    expect(countryNamed('ca')).toBeUndefined();
    expect(countryNamed('in')).toBeUndefined();
    expect(countryNamed('usa')).toBe('US');
    expect(countryNamed('belgie')).toBe('BE');
  });

  test('is shown by its English name', () => {
    expect(countryName('DE')).toBe('Germany');
  });
});
