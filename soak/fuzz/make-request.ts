import { type Chance, chanceFrom } from '../../src/domain/random.ts';
import { CREDENTIALS, type CredentialName } from './credentials.ts';
import { makeBody } from './make-body.ts';
import { type Mode, makeCalls } from './make-calls.ts';
import { makeHeaders } from './make-headers.ts';
import { makeTarget } from './make-target.ts';
import { type Operation, operations } from './operations.ts';

export interface FuzzRequest {
  readonly number: number;
  readonly method: string;
  /** As openapi.json writes it. */
  readonly route: string;
  /** Path and query, with marks for values of earlier responses. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body before it is packed. */
  readonly body: string | Buffer | undefined;
  readonly pack: 'none' | 'gzip' | 'broken';
  readonly credential: CredentialName;
  readonly mode: Mode;
  /** Chooses the values of the marks when the request is sent. */
  readonly chance: Chance;
}

const importOperation = operations.find(({ path, method }) => path === '/import' && method === 'POST') as Operation;

/** The same for the same seed and number, whatever was sent before. */
export function makeRequest(seed: number, number: number): FuzzRequest {
  const chance = chanceFrom(Math.imul(seed, 0x9e3779b1) + Math.imul(number, 0x85ebca6b));
  const mode = chance.pick(['valid', 'valid', 'valid', 'mutated', 'mutated', 'hostile'] as const);
  const isImport = chance.next() < 0.3;
  const operation = isImport ? importOperation : chance.pick(operations);
  const body = isImport ? JSON.stringify(makeCalls(mode, chance)) : makeBody(operation, mode, chance);
  const pack =
    body === undefined || chance.next() > 0.08 ? 'none' : mode === 'hostile' && chance.next() < 0.5 ? 'broken' : 'gzip';
  return {
    number,
    method: operation.method,
    route: operation.path,
    target: makeTarget(operation, mode, chance),
    headers: makeHeaders(operation, mode, body, chance),
    body,
    pack,
    credential: chance.pick(CREDENTIALS),
    mode,
    chance,
  };
}
