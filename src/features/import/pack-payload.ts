import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/** The most that is kept of a body with errors. */
const MOST_KEPT = 1_048_576;
/** Of a body without errors less is kept, so that an import does not wait for its log. */
const MOST_KEPT_OF_GOOD = 131_072;

/** The most that is kept of a body. */
export const mostKept = (outcome: 'stored' | 'partly' | 'refused'): number =>
  outcome === 'stored' ? MOST_KEPT_OF_GOOD : MOST_KEPT;

/** Names of parameters with secret values. A body with escaped letters may hide one, and is checked call by call. */
export const SECRET = /passw|secret/i;
const MAY_HOLD_SECRET = /passw|secret|\\u00/i;
const MASK = '***';
const LONGEST_CALL = 65_536;

/** The fastest level: bodies compress well, and are rarely read. */
const QUICK = { level: 1 };

/**
 * The beginning of a body: the bytes as they were sent, unless they may contain a secret. `body` is the parsed body, undefined if
 * it could not be parsed; then a secret cannot be masked, and nothing is kept.
 */
export async function packPayload(bytes: Buffer | undefined, body: unknown, most: number): Promise<Buffer | null> {
  if (bytes === undefined || bytes.length === 0) return null;
  // The last call may be cut before the name of its secret.
  const mayHoldSecret = MAY_HOLD_SECRET.test(bytes.toString('latin1', 0, most + LONGEST_CALL));
  if (mayHoldSecret && body === undefined) return null;
  const kept = mayHoldSecret ? withoutSecrets(body, most) : bytes.subarray(0, most);
  return promisify<Buffer, object, Buffer>(gzip)(kept, QUICK);
}

/** The kept text. An incomplete character at the end is dropped. */
export async function unpackPayload(packed: Buffer): Promise<string> {
  const bytes = await promisify<Buffer, Buffer>(gunzip)(packed);
  return new TextDecoder().decode(bytes, { stream: true });
}

/** Masks call by call, up to the limit. */
function withoutSecrets(body: unknown, most: number): Buffer {
  if (!Array.isArray(body)) return Buffer.from(JSON.stringify(MASK));
  const parts: string[] = [];
  let size = 0;
  for (const call of body) {
    if (size >= most) break;
    const part = JSON.stringify(masked(call));
    parts.push(part);
    size += part.length;
  }
  return Buffer.from(`[\n${parts.join(',\n')}\n]`).subarray(0, most);
}

/** Names and values of a call are two lists. Anything else is masked as a whole. */
function masked(call: unknown): unknown {
  if (typeof call !== 'object' || call === null || Array.isArray(call)) return MASK;
  const found = (name: string): string | undefined => Object.keys(call).find((key) => key.toLowerCase() === name);
  const at = (key: string | undefined): unknown => (key === undefined ? undefined : call[key as keyof typeof call]);
  const valuesKey = found('parametervalues');
  const [names, values] = [at(found('parameternames')), at(valuesKey)];
  const procedure = at(found('storedprocedurename'));
  if (!Array.isArray(names) || !Array.isArray(values)) return { StoredProcedureName: procedure, ParameterValues: MASK };
  return {
    StoredProcedureName: procedure,
    ParameterNames: names,
    ParameterValues: values.map((value, i) =>
      i >= names.length || SECRET.test(String(names[i])) ? (value === null ? null : MASK) : value,
    ),
  };
}
