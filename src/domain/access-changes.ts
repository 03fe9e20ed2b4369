/** A JSON text, or what becomes one when it is read. */
type Text = string | { toString(): string };

/** A change of a record, as the change log has it. */
interface RecordChange {
  readonly entity: string;
  readonly key: string;
  readonly action: 'created' | 'updated' | 'deleted';
  readonly before: Text | null;
  readonly after: Text | null;
}

/** What the audit notes of a change of rights. */
export interface RightsChange {
  readonly kind: string;
  readonly subject: string;
  readonly detail: object;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (text: Text | null): Fields => (text === null ? {} : (JSON.parse(String(text)) as Fields));

/** Properties of a user that limit what the person sees. */
const VISIBILITY = ['categories', 'timeMarkers', 'teams'];

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Those of the changes that give or take rights, in plain facts: users, their roles and filters, and roles themselves. */
export function rightsChanges(changes: readonly RecordChange[]): RightsChange[] {
  const found: RightsChange[] = [];
  for (const change of changes) {
    if (change.entity === 'User') found.push(...userChanges(change));
    else if (change.entity === 'Role') found.push(...roleChanges(change));
    else if (change.entity === 'UserFilterValue') found.push(...filterChanges(change));
  }
  return found;
}

function userChanges({ key, action, before, after }: RecordChange): RightsChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const subject = `user:${is['email'] ?? was['email'] ?? key}`;
  if (action === 'created') return [{ kind: 'user.created', subject, detail: { roles: is['roles'] ?? [] } }];
  if (action === 'deleted') return [{ kind: 'user.deleted', subject, detail: { roles: was['roles'] ?? [] } }];
  const differ = (name: string): boolean => name in is && !isEqual(was[name], is[name]);
  const found: RightsChange[] = [];
  if (differ('enabled'))
    found.push({ kind: is['enabled'] === false ? 'user.deactivated' : 'user.activated', subject, detail: {} });
  if (differ('roles'))
    found.push({
      kind: 'user.rolesChanged',
      subject,
      detail: { before: was['roles'] ?? [], after: is['roles'] ?? [] },
    });
  const limits = VISIBILITY.filter(differ);
  if (limits.length > 0)
    found.push({
      kind: 'user.visibilityChanged',
      subject,
      detail: Object.fromEntries(limits.map((name) => [name, { before: was[name] ?? [], after: is[name] ?? [] }])),
    });
  return found;
}

function roleChanges({ key, action, before, after }: RecordChange): RightsChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const subject = `role:${is['name'] ?? was['name'] ?? key}`;
  if (action === 'created')
    return [{ kind: 'role.created', subject, detail: { permissions: is['permissions'] ?? [] } }];
  if (action === 'deleted')
    return [{ kind: 'role.deleted', subject, detail: { permissions: was['permissions'] ?? [] } }];
  return 'permissions' in is && !isEqual(was['permissions'], is['permissions'])
    ? [{ kind: 'role.changed', subject, detail: { before: was['permissions'] ?? [], after: is['permissions'] ?? [] } }]
    : [];
}

function filterChanges({ key, action, before, after }: RecordChange): RightsChange[] {
  const fields = { ...fieldsOf(before), ...fieldsOf(after) };
  return [{ kind: 'user.visibilityChanged', subject: `user:${fields['email'] ?? key}`, detail: { [action]: fields } }];
}
