import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/** So much of a body is kept: what a person looks through is at its beginning. */
export const MOST_KEPT = 1_048_576;

/** Names of parameters whose values nobody should read. An escaped letter may hide one: such a body is looked at call by call. */
export const SECRET = /passw|secret/i;
const MAY_HOLD_SECRET = /passw|secret|\\u00/i;
const MASK = '***';

/** The quickest: bodies are full of the same names, and are read rarely. */
const QUICK = { level: 1 };

/**
 * The beginning of a body as it is kept: the bytes as they came, unless a secret may be among them. `body` is what was read of it, undefined where
 * it could not be read; then a secret cannot be found in it, and nothing is kept.
 */
export async function packPayload(bytes: Buffer | undefined, body: unknown): Promise<Buffer | null> {
  if (bytes === undefined || bytes.length === 0) return null;
  const mayHoldSecret = MAY_HOLD_SECRET.test(bytes.toString('latin1', 0, MOST_KEPT));
  if (mayHoldSecret && body === undefined) return null;
  const kept = mayHoldSecret ? withoutSecrets(body) : bytes.subarray(0, MOST_KEPT);
  return promisify<Buffer, object, Buffer>(gzip)(kept, QUICK);
}

/** As text again. A letter that was cut in two at the end is left out. */
export async function unpackPayload(packed: Buffer): Promise<string> {
  const bytes = await promisify<Buffer, Buffer>(gunzip)(packed);
  return new TextDecoder().decode(bytes, { stream: true });
}

/** Calls one after the other, until there is enough of them. */
function withoutSecrets(body: unknown): Buffer {
  if (!Array.isArray(body)) return Buffer.from(JSON.stringify(MASK));
  const parts: string[] = [];
  let size = 0;
  for (const call of body) {
    if (size >= MOST_KEPT) break;
    const part = JSON.stringify(masked(call));
    parts.push(part);
    size += part.length;
  }
  return Buffer.from(`[\n${parts.join(',\n')}\n]`).subarray(0, MOST_KEPT);
}

/** Names and values of a call stand in two lists. What has another shape is not shown at all. */
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
