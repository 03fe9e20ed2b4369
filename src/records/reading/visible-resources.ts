import { foldKeyPart } from '../../domain/natural-key.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import type { StoredChange } from '../storage/change-log.ts';
import { visibleCondition } from './visibility.ts';

/** Under this name the log of an appointment shows its resources. */
const RESOURCES = 'resources';

type Document = StoredChange['before'];

const numbersIn = (document: Document): readonly string[] => {
  const list = document?.[RESOURCES];
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
};

/** Changes of appointments without the resources that the caller does not see. What was about nothing else is left out. */
export async function withVisibleResources(
  db: Session,
  caller: Caller,
  changes: readonly StoredChange[],
): Promise<readonly StoredChange[]> {
  const values: unknown[] = [caller.tenantId];
  const visible = visibleCondition(caller, 'Resource', 't', (value) => `$${values.push(value)}`);
  const named = changes.flatMap(({ entity, before, after }) =>
    entity === 'Appointment' ? [...numbersIn(before), ...numbersIn(after)] : [],
  );
  if (visible === undefined || named.length === 0) return changes;
  const keys = [...new Set(named.map(foldKeyPart))];
  const rows = await db.query<{ key: string }>(
    `select t.key from resource t where t.tenant_id = $1 and t.key = any($${values.push(keys)}::text[]) and ${visible}`,
    values,
  );
  const seen = new Set(rows.map(({ key }) => key));
  const shown = (document: Document): Document =>
    document && RESOURCES in document
      ? { ...document, [RESOURCES]: numbersIn(document).filter((no) => seen.has(foldKeyPart(no))) }
      : document;
  return changes.flatMap((change) => {
    if (change.entity !== 'Appointment') return [change];
    const [before, after] = [shown(change.before), shown(change.after)];
    const isEmpty =
      before &&
      after &&
      RESOURCES in after &&
      Object.keys(after).length === 1 &&
      String(before[RESOURCES]) === String(after[RESOURCES]);
    return isEmpty ? [] : [{ ...change, before, after }];
  });
}
