import type { Caller } from '../../platform/caller.ts';
import { described, type Kind } from '../../platform/contract/kind.ts';
import { type FurtherParameters, lastOf, plainSearchText } from '../contract/list-parameters.ts';
import type { Restriction } from '../storage/record-reads.ts';
import type { Bind } from './visibility.ts';

/** Lists that are searched by words: every word must be within one of the texts that the record is known by. */

const MOST_WORDS = 8;
const LONGEST_SEARCH = 200;

const within = (text: string, word: string): string => `strpos(${text}, ${word}) > 0`;
const anyOf = (conditions: readonly string[]): string => `(${conditions.join(' or ')})`;
const atJob = (row: string, word: string): string =>
  anyOf([within(`${row}.customer`, word), within(`${row}.site`, word)]);

type Found = (words: readonly string[], bind: Bind, tenantId: number) => string;

/** In the columns of the row itself, where there are few rows. None of them says where somebody lives. */
const inColumns =
  (...columns: readonly string[]): Found =>
  (words) =>
    words
      .map((word) => within(`lower(concat_ws(' ', ${columns.map((name) => `t.${name}`).join(', ')}))`, word))
      .join(' and ');

/** In the texts that migration 0054 keeps beside jobs and tasks: their rows are wide and many. */
const SEARCHED: Readonly<Record<string, Found>> = {
  Job: (words, bind, tenantId) =>
    `t.id in (select s.id from job_search s where s.tenant_id = ${bind(tenantId)}
       and ${words.map((word) => anyOf([atJob('s', word), within('s.own', word)])).join(' and ')})`,
  Task: (words, bind, tenantId) =>
    `t.id in (select s.id from task_search s join job_search j on j.tenant_id = s.tenant_id and j.id = s.job_id
       where s.tenant_id = ${bind(tenantId)}
       and ${words.map((word) => anyOf([within('s.own', word), atJob('j', word)])).join(' and ')})`,
  Resource: inColumns('resource_no', 'display_name', 'resource_name', 'team_name', 'department', 'resource_type'),
  Container: inColumns('name'),
};

const parameter: Kind<string> = described(
  plainSearchText('Words to find'),
  'Records of which every word is in the number, the name, the description, the customer, the site or the team.',
);

/** What the list of a record kind takes besides the usual parameters. */
export const searchParameterOf = (entity: string): Readonly<Record<string, Kind<string>>> =>
  SEARCHED[entity] ? { search: parameter } : {};

export function searchRestriction(
  { tenantId }: Pick<Caller, 'tenantId'>,
  entity: string,
  further: FurtherParameters,
): Restriction | undefined {
  const found = SEARCHED[entity];
  const sent = lastOf(further['search']);
  if (!found || typeof sent !== 'string') return undefined;
  const words = sent
    .replaceAll('\0', '')
    .slice(0, LONGEST_SEARCH)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
  if (words.length === 0) return undefined;
  return (bind) =>
    found(
      words.map((word) => `lower(${bind(word)}::text)`),
      bind,
      tenantId,
    );
}
