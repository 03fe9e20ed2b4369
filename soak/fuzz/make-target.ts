import type { Chance } from '../../src/domain/random.ts';
import { live } from './live-values.ts';
import type { Mode } from './make-calls.ts';
import { ODD_MOMENTS, ODD_NUMBERS, ODD_TEXTS, oddValue } from './odd-values.ts';
import type { Operation, Parameter } from './operations.ts';
import { validValue, WORDS } from './values.ts';

const PATH_ODDITIES = [
  '%',
  '%ff',
  '%00',
  '%2F',
  '%2e%2e',
  '..',
  '%F0%9F%91%8D',
  `${'x'.repeat(1300)}`,
  "';--",
  '0',
  '-1',
];
const OPERATORS = ['==', '!=', 'like', '>=', '<', 'eq', 'in', '~', ''];
const PROPERTIES = [
  'id',
  'jobNo',
  'code',
  'name',
  'start',
  'updatedAt',
  'version',
  'sourceApp',
  'nothing',
  '__proto__',
];

/** encodeURIComponent throws on a lone surrogate, which a client can send in other ways. */
const encoded = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());

const segment = (route: string, parameter: Parameter, mode: Mode, chance: Chance): string => {
  if (mode === 'hostile' && chance.next() < 0.4) return chance.pick(PATH_ODDITIES);
  if (mode !== 'valid' && chance.next() < 0.4)
    return encoded(chance.pick([...ODD_TEXTS.slice(1), ...ODD_NUMBERS])).slice(0, 1100);
  const segmentName = route.split('/')[1] ?? '';
  if (parameter.name === 'id' && chance.next() < 0.7) return encoded(live(`id_${segmentName}`));
  if (/^(name|code|.*No|email|value)$/.test(parameter.name)) return chance.pick([...WORDS, '1', '2']);
  return encoded(validValue(parameter.schema, chance, parameter.name, 1));
};

function filter(mode: Mode, chance: Chance): string {
  if (mode === 'hostile' && chance.next() < 0.3) return JSON.stringify(oddValue(chance)) ?? '';
  const odd = mode === 'valid' ? undefined : chance.pick([...ODD_TEXTS, ...ODD_NUMBERS, ...ODD_MOMENTS]);
  const one = () => ({
    property: chance.pick(PROPERTIES),
    operator: chance.pick(OPERATORS),
    value: odd ?? chance.pick([...WORDS, 1, '2026-06-01']),
  });
  return JSON.stringify(Array.from({ length: chance.whole(1, 3) }, one));
}

function queryValue({ name, schema }: Parameter, mode: Mode, chance: Chance): unknown {
  if (name === 'filter') return filter(mode, chance);
  if (name === 'sort') return `${chance.pick(PROPERTIES)}${chance.pick(['', ':asc', ':desc', ':up', ',id'])}`;
  // Never an odd number of seconds: 7 would be valid, and hold one of the connections up.
  if (mode === 'valid' || name === 'wait' || chance.next() < 0.6) {
    const value = validValue(schema, chance, name, 1);
    return Array.isArray(value) ? value.join(',') : value;
  }
  return chance.pick<unknown>([...ODD_TEXTS, ...ODD_NUMBERS, ...ODD_MOMENTS, '1'.repeat(3000)]);
}

/** Path and query of a request; now and then spelled as only some clients do. */
export function makeTarget(operation: Operation, mode: Mode, chance: Chance): string {
  const query: string[] = [];
  let path = operation.path;
  for (const parameter of operation.parameters) {
    if (parameter.in === 'path')
      path = path.replace(`{${parameter.name}}`, () => segment(operation.path, parameter, mode, chance));
    // What needs a window of time is refused without one: nearly always send it.
    const isWindow = /^(start|end)/.test(parameter.name);
    if (parameter.in === 'query' && chance.next() < (isWindow ? 0.9 : 0.25))
      query.push(`${parameter.name}=${encoded(queryValue(parameter, mode, chance))}`);
  }
  if (operation.method === 'GET' && chance.next() < 0.1)
    query.push(`${chance.pick(PROPERTIES)}=${encoded(chance.pick([...WORDS, live('id'), ...ODD_TEXTS]))}`);
  if (mode === 'hostile') {
    if (chance.next() < 0.05) path = `/v0.1${path}`;
    if (chance.next() < 0.05) path = path.toUpperCase();
    if (chance.next() < 0.05) path = `/${path}/`;
    if (chance.next() < 0.05)
      query.push(chance.pick(['%', '&&==', 'a[b]=c', 'dryRun=maybe', 'limit=1&limit=2', '__proto__=1']));
  }
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}
