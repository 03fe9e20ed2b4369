import type { Chance } from '../../src/domain/random.ts';
import type { Mode } from './make-calls.ts';
import type { Operation } from './operations.ts';

type Values = readonly (readonly [share: number, valid: readonly string[], odd: readonly string[]])[];

const HEADERS: Readonly<Record<string, Values[number]>> = {
  prefer: [0.3, ['handling=lenient', 'handling=strict'], ['handling=', 'handling=lenient, handling=strict', 'x', '"']],
  'idempotency-key': [
    0.15,
    Array.from({ length: 60 }, (_, n) => `k${n}`),
    ['', ' ', 'k'.repeat(256), 'k'.repeat(4000), '\xe9\xff'],
  ],
  'if-match': [0.1, ['"1"', '"2"', '*'], ['W/"1"', '1', '"', '"99999999999999999999"', '"1", "2"', '"-1"']],
  accept: [0.1, ['application/json', 'text/csv', '*/*'], ['text/html', 'text/csv;q=x', ';;;', 'application/xml']],
  'accept-encoding': [0.05, ['gzip', 'br'], ['identity;q=0', '*;q=0']],
  'x-request-id': [0.05, ['fuzz-1', 'a.b:c'], ['x'.repeat(300), '<x>']],
  'last-event-id': [0.05, ['0', '5'], ['x', '-1', '99999999999999999999']],
  'if-none-match': [0.05, ['"1"', '*'], ['x']],
  range: [0.01, ['bytes=0-10'], ['bytes=x']],
  expect: [0.005, ['100-continue'], ['100-continue']],
};

const TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=latin1',
  'application/vnd.api+json',
  'x',
  '',
];

export function makeHeaders(
  operation: Operation,
  mode: Mode,
  body: string | Buffer | undefined,
  chance: Chance,
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (body !== undefined) {
    const lines = operation.takesLines && chance.next() < 0.3;
    headers['content-type'] = lines ? 'application/x-ndjson' : 'application/json';
    if (mode === 'hostile' && chance.next() < 0.1) headers['content-type'] = chance.pick(TYPES);
  }
  for (const [name, [share, valid, odd]] of Object.entries(HEADERS))
    if (chance.next() < share) headers[name] = chance.pick(mode === 'valid' || chance.next() < 0.5 ? valid : odd);
  if (chance.next() < 0.1) headers['accept-language'] = chance.pick(['nl', 'de-CH, *;q=0.5', '\xff']);
  return headers;
}
