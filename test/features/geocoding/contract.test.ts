import { describe, expect, test } from 'vitest';
import { geocodeParts, geocodeText } from '../../../src/features/geocoding/contract.ts';
import { readBy } from '../../support/read-contract.ts';

describe('a structured address', () => {
  const read = (sent: unknown) => readBy(geocodeParts.body, sent);

  test('has any of its parts, in any case, and numbers for texts', () => {
    expect(read({ Street: 'Botermarkt', StreetNo: 1, ZIPCODE: 9000 }).read).toMatchObject({
      street: 'Botermarkt',
      streetNo: '1',
      zipCode: '9000',
    });
  });

  test.each([{ city: '' }, { city: null }, { city: '\0' }, { city: 'x'.repeat(1000) }])('may be %.40j', (sent) => {
    expect(read(sent).code).toBeUndefined();
  });

  test('warns of unknown parts', () => {
    expect(read({ city: 'Gent', zip: '9000' }).warnings).toMatchObject([{ parameter: 'zip' }]);
  });

  test.each<[unknown, object]>([
    [{}, { code: 'REQ015' }],
    [{ foo: 1 }, { code: 'REQ015' }],
    [[{ city: 'Gent' }], { code: 'REQ007' }],
    ['Gent', { code: 'REQ007' }],
    [{ city: { name: 'Gent' } }, { code: 'REQ014', parameter: 'city' }],
    [{ city: 'x'.repeat(1001) }, { code: 'REQ013', parameter: 'city' }],
  ])('%.40j is refused', (sent, refusal) => {
    expect(read(sent)).toEqual(refusal);
  });
});

describe('an address in one text', () => {
  const read = (sent: object) => readBy(geocodeText.query, sent, { isQuery: true });

  test('is read with its country; every character is allowed', () => {
    expect(read({ Address: '\0', COUNTRY: 'BE' }).read).toEqual({ address: '\0', country: 'BE' });
  });

  test.each<[object, string, string]>([
    [{}, 'REQ008', 'address'],
    [{ country: 'BE' }, 'REQ008', 'address'],
    [{ address: '', country: 'BE' }, 'REQ008', 'address'],
    [{ address: ' ', country: 'BE' }, 'REQ008', 'address'],
    [{ address: 'Gent' }, 'REQ008', 'country'],
    [{ address: 'Gent', country: '' }, 'REQ008', 'country'],
    [{ address: 'x'.repeat(1001), country: 'BE' }, 'REQ013', 'address'],
  ])('%.60j is refused', (sent, code, parameter) => {
    expect(read(sent)).toEqual({ code, parameter });
  });
});
