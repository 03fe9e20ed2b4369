import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { allows } from '../../domain/permissions.ts';
import { hasVisibleNames, hasVisibleTeam, type StoredDataFilters, visibilityOf } from '../../domain/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { type EntityModel, models } from '../../records/derive/model.ts';
import { hidingReferences } from '../../records/reading/visibility.ts';
import { dataFiltersOf } from '../access/account-store.ts';
import type { VisibilityQuery } from './contract.ts';
import {
  countBelow,
  countVisible,
  filterValuesOf,
  type JudgedRecord,
  judgeRecord,
  type Viewer,
} from './visibility-store.ts';

/** One rule that compares the record with the data filters of the user. */
interface Reason {
  readonly rule: 'filterGroup' | 'category' | 'timeMarker' | 'team' | 'reference' | 'resources' | 'tasks';
  readonly visible: boolean;
  readonly group?: string;
  readonly userValues?: readonly string[];
  readonly recordValues?: readonly string[];
  readonly entity?: string;
  readonly id?: number;
  readonly visibleCount?: number;
  readonly totalCount?: number;
}

const NOTHING: StoredDataFilters = { filterValues: [], categories: [], timeMarkers: [], teams: [] };

/**
 * GET /me/visibility: what limits a user, and how much they see. Of single records only those learn who manage users: to everybody else a hidden
 * record does not exist.
 */
export async function explainVisibility({ db }: HasDatabase, caller: Caller, query: VisibilityQuery) {
  const { user, entity, id, key } = query;
  if ((user !== undefined || entity !== undefined) && !allows(caller.permissions, 'users.manage'))
    throw refuse(
      'USR004',
      'user and entity: need the permission users.manage.',
      user === undefined ? 'entity' : 'user',
    );
  const email = user ?? emailOf(caller);
  const stored = email === undefined ? NOTHING : await dataFiltersOf(db, caller.tenantId, foldKeyPart(email));
  if (!stored) throw refuse('APP001', `There is no user ${String(email).slice(0, 254)}.`, 'user');
  const viewer: Viewer = { tenantId: caller.tenantId, visibility: visibilityOf(stored) };
  const counts = await countVisible(db, viewer);
  const record = entity === undefined ? undefined : await explainRecord(db, viewer, stored, { entity, id, key });
  return {
    user: email ?? null,
    limited: viewer.visibility !== null,
    limits: {
      filterValues: groupsOf(stored),
      categories: stored.categories,
      timeMarkers: stored.timeMarkers,
      teams: stored.teams,
    },
    counts,
    ...(record ? { record } : {}),
  };
}

/** A key is no user and sees everything. */
const emailOf = ({ accountId, actor }: Caller): string | undefined =>
  accountId === null ? undefined : actor.slice(actor.indexOf(':') + 1);

function groupsOf({ filterValues }: StoredDataFilters): { group: string; values: string[] }[] {
  const groups = new Map<string, { group: string; values: string[] }>();
  for (const [group, value] of filterValues ?? []) {
    const own = groups.get(foldKeyPart(group)) ?? { group, values: [] };
    own.values.push(value);
    groups.set(foldKeyPart(group), own);
  }
  return [...groups.values()];
}

interface Asked {
  readonly entity: string;
  readonly id: number | undefined;
  readonly key: string | undefined;
}

async function explainRecord(db: Session, viewer: Viewer, stored: StoredDataFilters, { entity, id, key }: Asked) {
  const model = [...models.values()].find(({ name }) => name.toLowerCase() === entity.toLowerCase());
  if (!model) throw refuse('REQ008', `entity: there is no entity ${entity.slice(0, 100)}.`, 'entity');
  if ((id === undefined) === (key === undefined))
    throw refuse('REQ008', 'id: send the id or the key of the record.', 'id');
  const judged = await judgeRecord(db, viewer, model, id === undefined ? { key: key ?? '' } : { id });
  if (!judged) throw refuse('APP001', `There is no ${model.name} ${id ?? key}.`);
  const reasons = viewer.visibility ? await reasonsOf(db, viewer, stored, model, judged) : [];
  return { entity: model.name, id: judged.id, visible: judged.visible, reasons };
}

async function reasonsOf(
  db: Session,
  viewer: Viewer,
  stored: StoredDataFilters,
  model: EntityModel,
  record: JudgedRecord,
): Promise<Reason[]> {
  const { name } = model;
  const reasons = [...ownReasons(viewer, stored, name, record)];
  if (name === 'Task' || name === 'Resource') {
    const values = await filterValuesOf(db, viewer.tenantId, name, record.id);
    for (const { group, values: userValues } of groupsOf(stored)) {
      const own = values.filter((each) => foldKeyPart(each.group) === foldKeyPart(group)).map(({ value }) => value);
      const theirs = new Set(userValues.map(foldKeyPart));
      const visible = own.length === 0 || own.some((value) => theirs.has(foldKeyPart(value)));
      reasons.push({ rule: 'filterGroup', visible, group, userValues, recordValues: own });
    }
  }
  const above = name === 'Appointment' ? model.references : hidingReferences(model);
  for (const { name: reference, target } of above) {
    const id = record.refers[reference];
    const judged = typeof id === 'number' ? await judgeRecord(db, viewer, target, { id }) : undefined;
    if (judged) reasons.push({ rule: 'reference', visible: judged.visible, entity: target.name, id: judged.id });
  }
  if (name === 'Appointment' || name === 'Job') {
    const below = name === 'Job' ? 'tasks of a job' : 'resources of an appointment';
    const { visible, total } = await countBelow(db, viewer, below, record.id);
    const rule = name === 'Job' ? 'tasks' : 'resources';
    reasons.push({ rule, visible: total === 0 || visible > 0, visibleCount: visible, totalCount: total });
  }
  return reasons;
}

/** Of the record's own fields. */
function* ownReasons(
  { visibility }: Viewer,
  stored: StoredDataFilters,
  name: string,
  { fields }: JudgedRecord,
): Generator<Reason> {
  if (!visibility) return;
  const given = (...properties: string[]): string[] =>
    properties.map((property) => fields[property]).filter((value) => typeof value === 'string');
  if (name === 'Task' || name === 'Appointment')
    for (const [rule, property, userValues] of [
      ['category', 'category', stored.categories],
      ['timeMarker', 'timeMarker', stored.timeMarkers],
    ] as const)
      if (userValues.length > 0)
        yield {
          rule,
          visible: hasVisibleNames(visibility, { [property]: fields[property] }),
          userValues,
          recordValues: given(property),
        };
  if (name === 'Resource' && stored.teams.length > 0)
    yield {
      rule: 'team',
      visible: hasVisibleTeam(visibility, fields),
      userValues: stored.teams,
      recordValues: given('teamCode', 'teamName'),
    };
}
