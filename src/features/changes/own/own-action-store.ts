import { EXTENDED_DAY_PATTERN } from '../../../domain/extended-day.ts';
import type { Origin } from '../../../platform/caller.ts';
import type { Session } from '../../../platform/postgres/database.ts';
import type { LoggedAction } from './undo-stacks.ts';

/** Requests of a person; imports and setup packages are undone elsewhere. */
const ORIGINS: readonly Origin[] = ['rest', 'ui', 'optimizer'];
const MOST_SETS = 200;

/** The requests of the last day in which an actor changed records of these kinds, or extended a day, and nothing else; the oldest first. */
export const actionsOf = (
  db: Session,
  tenantId: number,
  actor: string,
  entities: readonly string[],
): Promise<LoggedAction[]> =>
  db.query<LoggedAction>(
    `with own as (
       select first_no, last_no, request_id from change_set
       where tenant_id = $1 and actor = $2 and origin = any($3) and at > now() - interval '1 day'
       order by last_no desc limit ${MOST_SETS}
     ), written as (
       select o.request_id, o.last_no, c.entity, c.key, c.undoes
       from own o cross join lateral (
         select entity, key, undoes from change where tenant_id = $1 and no between o.first_no and o.last_no offset 0
       ) c
     ), undone as (
       select w.request_id, array_agg(distinct s.request_id) as undoes
       from written w cross join unnest(w.undoes) u(no)
       join change t on t.tenant_id = $1 and t.no = u.no
       join change_set s on s.tenant_id = $1 and s.last_no = t.set_no
       group by w.request_id
     )
     select w.request_id as "requestId", coalesce(to_json(u.undoes), '[]'::json) as undoes
     from written w left join undone u on u.request_id = w.request_id
     group by w.request_id, u.undoes
     having bool_and(w.entity = any($4) or (w.entity in ('Calendar', 'ResourceCalendar') and w.key ~* $5))
     order by max(w.last_no)`,
    [tenantId, actor, ORIGINS, entities, EXTENDED_DAY_PATTERN],
  );

/** What an appointment is called now, and when it takes place. */
export interface NamedNow {
  readonly id: number;
  readonly subject: string | null;
  readonly start: number;
  readonly end: number;
}

export const namesNow = (db: Session, tenantId: number, ids: readonly number[]): Promise<NamedNow[]> =>
  db.query<NamedNow>(
    'select id, subject, start, "end" from appointment where tenant_id = $1 and id = any($2::bigint[])',
    [tenantId, ids],
  );
