import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/** So much of a body is kept where something was wrong with it. */
const MOST_KEPT = 1_048_576;
/** And where nothing was: what a person looks through is at its beginning, and an import should not wait for its log. */
const MOST_KEPT_OF_GOOD = 131_072;

/** How much of a body is kept at most. */
export const mostKept = (outcome: 'stored' | 'partly' | 'refused'): number =>
  outcome === 'stored' ? MOST_KEPT_OF_GOOD : MOST_KEPT;

/** Names of parameters whose values nobody should read. An escaped letter may hide one: such a body is looked at call by call. */
export const SECRET = /passw|secret/i;
const MAY_HOLD_SECRET = /passw|secret|\\u00/i;
const MASK = '***';
const LONGEST_CALL = 65_536;

/** The quickest: bodies are full of the same names, and are read rarely. */
const QUICK = { level: 1 };

/**
 * The beginning of a body as it is kept: the bytes as they came, unless a secret may be among them. `body` is what was read of it, undefined where
 * it could not be read; then a secret cannot be found in it, and nothing is kept.
 */
export async function packPayload(bytes: Buffer | undefined, body: unknown, most: number): Promise<Buffer | null> {
  if (bytes === undefined || bytes.length === 0) return null;
  // The call that is cut may name its secret after the cut.
  const mayHoldSecret = MAY_HOLD_SECRET.test(bytes.toString('latin1', 0, most + LONGEST_CALL));
  if (mayHoldSecret && body === undefined) return null;
  const kept = mayHoldSecret ? withoutSecrets(body, most) : bytes.subarray(0, most);
  return promisify<Buffer, object, Buffer>(gzip)(kept, QUICK);
}

/** As text again. A letter that was cut in two at the end is left out. */
export async function unpackPayload(packed: Buffer): Promise<string> {
  const bytes = await promisify<Buffer, Buffer>(gunzip)(packed);
  return new TextDecoder().decode(bytes, { stream: true });
}

/** Calls one after the other, until there is enough of them. */
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
