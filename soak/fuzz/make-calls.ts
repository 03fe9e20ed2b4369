import type { Chance } from '../../src/domain/random.ts';
import { type ColumnModel, type OptionModel, type Procedure, procedures } from '../../src/records/derive/model.ts';
import { oddValue } from './odd-values.ts';
import type { Schema } from './operations.ts';
import { mutatedValue, validValue } from './values.ts';

/** How far a request strays from what the description allows. */
export type Mode = 'valid' | 'mutated' | 'hostile';

const isColumn = (part: ColumnModel | OptionModel): part is ColumnModel => 'property' in part;

const schemaOf = (part: ColumnModel | OptionModel): Schema =>
  isColumn(part) ? (part.kind.schema(part.spec) as Schema) : { type: 'boolean' };

function spelled(part: ColumnModel | OptionModel, chance: Chance): string {
  const name = isColumn(part) ? part.property : part.name;
  const spelling = chance.pick([part.param, part.param, name, ...(part.spec.aliases ?? [])]);
  return chance.next() < 0.1 ? spelling.toUpperCase() : spelling;
}

/** Back offices send texts; numbers and booleans now and then. */
const sent = (value: unknown, chance: Chance): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : chance.next() < 0.7 ? String(value) : value;

export function makeCall(procedure: Procedure, mode: Mode, chance: Chance): unknown {
  const share = chance.pick([0.1, 0.3, 1]);
  const parts = [...procedure.columns, ...procedure.options].filter(
    (part) => (isColumn(part) && (part.isKey || part.spec.required)) || chance.next() < share,
  );
  const odd = mode === 'valid' ? -1 : chance.whole(0, parts.length);
  const values = parts.map((part, at) => {
    const name = isColumn(part) ? part.property : part.name;
    if (at !== odd) return sent(validValue(schemaOf(part), chance, name, 1), chance);
    return mode === 'mutated' ? mutatedValue(schemaOf(part), chance) : oddValue(chance);
  });
  const names: unknown[] = parts.map((part) => spelled(part, chance));
  if (mode === 'hostile') {
    const twist = chance.whole(0, 7);
    if (twist === 0) names.pop();
    if (twist === 1) names.push(names[0]);
    if (twist === 2) values.push(oddValue(chance));
    if (twist === 3) names[0] = oddValue(chance);
    if (twist === 4) return oddValue(chance);
    if (twist === 5) return { StoredProcedureName: oddValue(chance), ParameterNames: names, ParameterValues: values };
    if (twist === 6) return { storedprocedurename: procedure.name, parameternames: oddValue(chance) };
  }
  const spelling = chance.pick([procedure.name, procedure.name, ...procedure.aliases, procedure.name.toUpperCase()]);
  return { StoredProcedureName: spelling, ParameterNames: names, ParameterValues: values };
}

/** A batch of one to fifty calls. Deletes are rarer than upserts, or nothing would be left to plan with. */
export function makeCalls(mode: Mode, chance: Chance): unknown[] {
  const count = chance.pick([1, 1, 2, 5, 10, 50]);
  const kinds = chance.some(procedures, chance.whole(1, 4));
  return Array.from({ length: count }, () => {
    let procedure = chance.pick(kinds);
    if (procedure.action !== 'upsert' && chance.next() < 0.5) procedure = chance.pick(procedures);
    return makeCall(procedure, mode !== 'valid' && chance.next() < 0.3 ? mode : 'valid', chance);
  });
}
