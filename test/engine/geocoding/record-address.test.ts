import { describe, expect, test } from 'vitest';
import { queriesOf, type RecordAddress, shownAddress } from '../../../src/engine/geocoding/record-address.ts';

const nothing: RecordAddress = {
  address: null,
  street: null,
  streetNo: null,
  zipCode: null,
  city: null,
  state: null,
  country: null,
};
const gent = { street: 'Botermarkt', streetNo: '1', zipCode: '9000', city: 'Gent' };
const anAddress = (parts: Partial<RecordAddress>): RecordAddress => ({ ...nothing, ...parts });

describe('the searches for an address', () => {
  test('are none for a record without an address, or with blanks, or with a country only', () => {
    for (const parts of [{}, { address: ' ', city: '' }, { country: 'BE' }, { state: 'Flanders', streetNo: '1' }])
      expect(queriesOf(anAddress(parts))).toEqual([]);
  });

  test('are the structured fields, then the free text', () => {
    expect(queriesOf(anAddress({ ...gent, country: 'Belgium', address: 'Botermarkt 1, Gent' }))).toEqual([
      { country: 'BE', address: gent },
      { country: 'BE', address: 'Botermarkt 1, Gent' },
    ]);
  });

  test('leave blank fields out', () => {
    expect(queriesOf(anAddress({ city: 'Gent', street: ' ' }))).toEqual([
      { country: undefined, address: { city: 'Gent' } },
    ]);
  });

  test('have no structured fields where the country is unknown, which would exclude every result', () => {
    expect(queriesOf(anAddress({ ...gent, country: 'Atlantis', address: 'Gent, Belgium' }))).toEqual([
      { country: undefined, address: 'Gent, Belgium' },
    ]);
  });

  test('are the street where there is nothing else', () => {
    expect(queriesOf(anAddress({ street: 'Botermarkt 1, Gent', country: 'BE' }))).toEqual([
      { country: 'BE', address: 'Botermarkt 1, Gent' },
    ]);
  });

  test('have the first 1,000 characters of a long text, and no half characters', () => {
    const [query] = queriesOf(anAddress({ address: `${'x'.repeat(999)}😀` }));
    expect(query?.address).toBe(`${'x'.repeat(999)}\ufffd`);
  });
});

describe('the shown address', () => {
  test('is the free text, or the fields in the order of an envelope', () => {
    expect(shownAddress(anAddress({ ...gent, address: 'Stadhuis' }))).toBe('Stadhuis');
    expect(shownAddress(anAddress({ ...gent, state: 'Flanders' }))).toBe('Botermarkt 1, 9000 Gent, Flanders');
    expect(shownAddress(anAddress({ city: 'Gent' }))).toBe('Gent');
  });

  test('has at most 1,000 characters', () => {
    expect(shownAddress(anAddress({ address: 'x'.repeat(2000) }))).toHaveLength(1000);
  });
});
