import type { Visibility } from '../../domain/visibility.ts';
import type { Session } from '../../platform/postgres/database.ts';
import type { EntityModel } from '../../records/derive/model.ts';
import { folded } from '../../records/derive/statements.ts';
import { visibleCondition } from '../../records/reading/visibility.ts';

export interface Viewer {
  readonly tenantId: number;
  readonly visibility: Visibility | null;
}

export interface Counted {
  readonly visible: number;
  readonly total: number;
}

const COUNTED = { tasks: 'Task', resources: 'Resource', appointments: 'Appointment' } as const;
export type Counts = Readonly<Record<keyof typeof COUNTED, Counted>>;

/** How many records there are, and how many of them somebody sees. */
export async function countVisible(db: Session, viewer: Viewer): Promise<Counts> {
  const values: unknown[] = [viewer.tenantId];
  const columns = Object.entries(COUNTED).map(([name, kind]) => {
    const visible = visibleCondition(viewer, kind, 't', (value) => `$${values.push(value)}`) ?? 'true';
    return `(select json_build_object('total', count(*), 'visible', count(*) filter (where ${visible}))
      from ${kind.toLowerCase()} t where t.tenant_id = $1) as ${name}`;
  });
  const [row] = await db.query<Counts>(`select ${columns.join(', ')}`, values);
  return row as Counts;
}

export interface JudgedRecord {
  readonly id: number;
  readonly visible: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Ids of the records that it refers to, by the name of the reference. */
  readonly refers: Readonly<Record<string, number | null>>;
}

/** One record by its id, or by the parts of its key with a slash between them, and whether somebody sees it. */
export async function judgeRecord(
  db: Session,
  viewer: Viewer,
  model: EntityModel,
  name: { readonly id: number } | { readonly key: string },
): Promise<JudgedRecord | undefined> {
  const values: unknown[] = [viewer.tenantId, 'id' in name ? name.id : name.key];
  const visible = visibleCondition(viewer, model.name, 't', (value) => `$${values.push(value)}`) ?? 'true';
  const found = 'id' in name ? 't.id = $2' : `replace(t.key, E'\\x1f', '/') = ${folded('$2::text')}`;
  const fields = model.stored
    .filter(({ property }) => ['category', 'timeMarker', 'teamCode', 'teamName'].includes(property))
    .map(({ property, db: column }) => `'${property}', t.${column}`);
  const refers = model.references.map(({ name: reference, db: column }) => `'${reference}', t.${column}`);
  const [row] = await db.query<JudgedRecord>(
    `select t.id, (${visible}) as visible, json_build_object(${fields.join(', ')}) as fields, json_build_object(${refers.join(', ')}) as refers
     from ${model.table} t where t.tenant_id = $1 and ${found} order by t.id limit 1`,
    values,
  );
  return row;
}

/** The filter values of a task or a resource. */
export const filterValuesOf = (
  db: Session,
  tenantId: number,
  kind: 'Task' | 'Resource',
  id: number,
): Promise<{ group: string; value: string }[]> =>
  db.query(
    kind === 'Task'
      ? `select filter_group as "group", filter_value as value from task_filter_value where tenant_id = $1 and task_id = $2 order by key`
      : `select filter_group as "group", filter_value as value from resource_filter_value where tenant_id = $1 and resource_id = $2 order by key`,
    [tenantId, id],
  );

/** How many records of a kind below one are visible, of how many. */
export async function countBelow(
  db: Session,
  viewer: Viewer,
  below: 'resources of an appointment' | 'tasks of a job',
  id: number,
): Promise<Counted> {
  const values: unknown[] = [viewer.tenantId, id];
  const kind = below === 'tasks of a job' ? 'Task' : 'Resource';
  const visible = visibleCondition(viewer, kind, 't', (value) => `$${values.push(value)}`) ?? 'true';
  const own =
    kind === 'Task'
      ? 't.job_id = $2'
      : 't.id in (select s.resource_id from assignment s where s.tenant_id = $1 and s.owner_id = $2)';
  const [row] = await db.query<Counted>(
    `select count(*) as total, count(*) filter (where ${visible}) as visible from ${kind.toLowerCase()} t where t.tenant_id = $1 and ${own}`,
    values,
  );
  return row ?? { total: 0, visible: 0 };
}
