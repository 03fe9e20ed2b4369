import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { type DefaultBody, type LayoutBody, LONGEST_CODE } from './contract.ts';
import {
  chooseDefault,
  clearDefault,
  countLayouts,
  defaultOf,
  layoutsOf,
  type Owner,
  putLayout,
  removeLayout,
  type StoredLayout,
} from './personal-layout-store.ts';

const MOST_LAYOUTS = 200;
const LONGEST_CONTENT = 65_536;

/** Only a person has layouts of their own. */
function ownerOf({ tenantId, accountId }: Caller): Owner {
  if (accountId === null)
    throw refuse('USR004', 'Only a person who signed in has personal layouts; an API key has none.');
  return { tenantId, accountId };
}

const shown = (layout: StoredLayout, zone: string) => ({
  ...layout,
  createdAt: formatInstant(zone, layout.createdAt),
  updatedAt: formatInstant(zone, layout.updatedAt),
});

/** GET /personalLayout. An API key has none. */
export async function listLayouts(deps: HasDatabase, caller: Caller) {
  if (caller.accountId === null) return { layouts: [], default: null };
  const owner = ownerOf(caller);
  const [layouts, chosen] = await Promise.all([layoutsOf(deps.db, owner), defaultOf(deps.db, owner)]);
  return { layouts: layouts.map((layout) => shown(layout, caller.timeZone)), default: chosen ?? null };
}

/** PUT /personalLayout/{code} */
export async function saveLayout(deps: HasDatabase, caller: Caller, code: string, { name, kind, content }: LayoutBody) {
  const owner = ownerOf(caller);
  const text = contentText(content);
  if (!isCode(code))
    throw refuse('REQ008', `code: must have 1 to ${LONGEST_CODE} letters, digits, hyphens or underscores.`, 'code');
  if ((await countLayouts(deps.db, owner, code)) >= MOST_LAYOUTS)
    throw refuse('REQ008', `You have ${MOST_LAYOUTS} personal layouts, which is the limit. Delete one first.`, 'code');
  const stored = await putLayout(deps.db, owner, { code, name, kind, content: text });
  if (!stored) throw refuse('USR004', 'Only a user of the tenant has personal layouts.');
  return shown(stored, caller.timeZone);
}

/** DELETE /personalLayout/{code}. A layout of somebody else answers as one that does not exist. */
export async function deleteLayout(deps: HasDatabase, caller: Caller, code: string): Promise<void> {
  const owner = ownerOf(caller);
  if (!isCode(code) || !(await removeLayout(deps.db, owner, code)))
    throw refuse('APP001', 'You have no personal layout with this code.', 'code');
}

/** PUT /defaultLayout */
export async function setDefault(deps: HasDatabase, caller: Caller, { code, shared }: DefaultBody): Promise<void> {
  const owner = ownerOf(caller);
  if (code === undefined) await clearDefault(deps.db, owner);
  else if (!(await chooseDefault(deps.db, owner, { code, shared }, recordKey([code]))))
    throw refuse(
      'APP001',
      `There is no ${shared ? 'layout of the tenant' : 'personal layout'} with this code.`,
      'code',
    );
}

const isCode = (code: string): boolean => /^[A-Za-z0-9_-]{1,50}$/.test(code);

function contentText(content: unknown): string {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw refuse('REQ014', 'content: must be an object.', 'content');
  const text = JSON.stringify(content);
  if (text.length > LONGEST_CONTENT)
    throw refuse('REQ013', `content: must have at most ${LONGEST_CONTENT} characters as JSON.`, 'content');
  // PostgreSQL cannot store this character in JSON.
  if (text.includes('\\u0000'))
    throw refuse('REQ016', 'content: contains characters that cannot be stored.', 'content');
  return text;
}
