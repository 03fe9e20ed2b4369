import { refuse } from '../../domain/errors.ts';
import { precisions } from '../../domain/geocoding.ts';
import { LONGEST_ADDRESS } from '../../domain/text-limits.ts';
import { described, type Infer, kind, refined } from '../../platform/contract/kind.ts';
import { object, query, required } from '../../platform/contract/object.ts';
import { paging } from '../../platform/contract/paging.ts';
import { contract } from '../../platform/contract/route.ts';
import { exactly, moment, text } from '../../platform/http/shapes.ts';

const tags = ['Geocode'];
const access = 'records.read';
const module = 'basicMap';

const located = {
  description: 'The coordinates, or an empty object if the address is not found.',
  type: 'object',
  properties: {
    latitude: { type: 'number' },
    longitude: { type: 'number' },
    precision: { enum: [...precisions] },
    source: { type: 'string', description: 'Source of the result, with the attribution that its licence requires.' },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    displayName: text,
  },
  additionalProperties: false,
};

/** A part of an address. It is looked for and not stored: every character is allowed, and a blank part finds nothing. */
const part = kind<string>(text, (value, position) => {
  // House numbers and postal codes come as numbers from some clients.
  if (typeof value !== 'string' && typeof value !== 'number') throw position.refuse('REQ014', 'must be a text.');
  const sent = String(value);
  // Not by the position, which has REQ008 for everything in a query.
  if (sent.length > LONGEST_ADDRESS)
    throw refuse('REQ013', `${position.path}: must have at most ${LONGEST_ADDRESS} characters.`, position.path);
  return sent;
});

const parts = {
  street: part,
  streetNo: part,
  zipCode: part,
  city: part,
  state: part,
  country: part,
  address: described(part, 'The address in one text. Used if the parts are not sent, or find nothing.'),
};
const names = Object.keys(parts);
const folded = new Set(names.map((name) => name.toLowerCase()));
const anyParts = object(parts);

/** Some of the parts must be sent, even if they are blank. */
const addressBody = kind<Infer<typeof anyParts>>(anyParts.schema, (value, position) => {
  const read = anyParts.read(value, position);
  if (!Object.keys(value as object).some((name) => folded.has(name.trim().toLowerCase())))
    throw position.refuse('REQ015', `must have some of ${names.join(', ')}.`);
  return read;
});
export type AddressBody = Infer<typeof addressBody>;

export const geocodeParts = contract({
  method: 'POST',
  path: '/geocode',
  access,
  module,
  tags,
  summary: 'Geocode an address in parts, or in one text',
  body: addressBody,
  emptyBody: 'The body is empty: send an address.',
  response: { 200: located },
});

const filled = refined(part, (sent) => (sent.trim() === '' ? undefined : sent));
const addressQuery = query({
  address: required(described(filled, 'Postal code, city and street in any order.')),
  country: required(described(filled, 'A code of two or three letters, or a name. Only this country is searched.')),
});
export type AddressQuery = Infer<typeof addressQuery>;

export const geocodeText = contract({
  method: 'GET',
  path: '/geocode',
  access,
  module,
  tags,
  summary: 'Geocode an address in one text',
  query: addressQuery,
  response: { 200: located },
});

const USUAL_PAGE = 1000;
const LARGEST_PAGE = 10_000;

export const listFailures = contract({
  method: 'GET',
  path: '/geocode/failures',
  access,
  module,
  tags,
  summary: 'List jobs and resources whose address was not found',
  query: query(paging(USUAL_PAGE, LARGEST_PAGE)),
  response: {
    200: {
      type: 'array',
      items: exactly({
        entity: { enum: ['Job', 'Resource'] },
        id: { type: 'integer' },
        key: text,
        address: text,
        country: { type: ['string', 'null'], description: 'Code of the country that was searched.' },
        at: moment,
      }),
    },
  },
});
