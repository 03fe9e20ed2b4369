import type { Chance } from '../../src/domain/random.ts';
import type { Mode } from './make-calls.ts';
import { oddValue } from './odd-values.ts';
import { type Operation, resolved, type Schema } from './operations.ts';
import { mutatedValue, validValue } from './values.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const schemaOfProperty = (schema: Schema, name: string): Schema => {
  const plain = resolved(schema);
  const inside = plain.oneOf ? resolved(plain.oneOf[0] ?? {}) : plain.items ? resolved(plain.items) : plain;
  return inside.properties?.[name] ?? {};
};

/** Some properties of one record get a value that was not expected. */
function mutate(value: unknown, schema: Schema, mode: Mode, chance: Chance): unknown {
  if (Array.isArray(value))
    return value.map((item) => (chance.next() < 0.4 ? mutate(item, schema, mode, chance) : item));
  if (!isRecord(value)) return oddValue(chance);
  const mutated = { ...value };
  for (const name of chance.some(Object.keys(value), chance.whole(1, 3)))
    mutated[name] = mode === 'mutated' ? mutatedValue(schemaOfProperty(schema, name), chance) : oddValue(chance);
  if (chance.next() < 0.1) mutated[chance.pick(['__proto__', 'constructor', '', 'ID', 'version'])] = oddValue(chance);
  return mutated;
}

/** What is sent as a body is not always JSON, or not JSON as a library writes it. */
function spoil(text: string, chance: Chance): string | Buffer | undefined {
  switch (chance.whole(0, 9)) {
    case 0:
      return text.slice(0, chance.whole(0, text.length));
    case 1:
      return `\ufeff${text}`;
    case 2:
      return Buffer.from([0xff, 0xfe, 0x22, 0xc3, 0x28]);
    case 3:
      return Buffer.from(text, 'latin1');
    case 4:
      return text.replace(/"(\w+)":/, '"$1":null,"$1":');
    case 5:
      return '['.repeat(chance.pick([20, 33, 5000]));
    case 6:
      return '';
    case 7:
      return `{"a":${'9'.repeat(2000)},"b":1e-9999999}`;
    case 8:
      return JSON.stringify(oddValue(chance));
    default:
      return undefined;
  }
}

export function makeBody(operation: Operation, mode: Mode, chance: Chance): string | Buffer | undefined {
  if (!operation.body) return mode === 'hostile' && chance.next() < 0.2 ? JSON.stringify(oddValue(chance)) : undefined;
  const valid =
    operation.path === '/import/setup'
      ? { owner: 'alpha@example.com', profiles: [{ code: 'Alpha' }], layouts: [{ code: 'Alpha', content: {} }] }
      : validValue(operation.body, chance);
  const value = mode === 'valid' ? valid : mutate(valid, operation.body, mode, chance);
  const text = JSON.stringify(value) ?? '';
  return mode === 'hostile' && chance.next() < 0.25 ? spoil(text, chance) : text;
}
