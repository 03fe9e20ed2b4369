import { refuse } from '../../domain/errors.ts';
import { allows } from '../../domain/permissions.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import type { DraftBody, DraftChangeBody } from './contract.ts';
import { reportDraft } from './draft-news.ts';
import {
  addDraft,
  changeDraft,
  changesOfDraft,
  countDrafts,
  type Draft,
  deleteDraft,
  deleteDraftChanges,
  draftSeen,
  draftsOf,
  holdDraft,
  setStale,
} from './draft-store.ts';
import { byAppointment } from './draft-units.ts';
import { draftNamed } from './open-draft.ts';
import { changesOf } from './publish-draft.ts';
import { draftGone } from './write-in-draft.ts';

const MOST_DRAFTS = 50;
export const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

export type ShownDraft = ReturnType<typeof show>;

const show = (caller: Caller, { id, name, owner, shared, records, createdAt, usedAt }: Draft) => ({
  id,
  name,
  owner,
  own: owner === caller.actor,
  shared,
  records,
  createdAt: formatInstant(caller.timeZone, createdAt),
  usedAt: formatInstant(caller.timeZone, usedAt),
  expiresAt: formatInstant(caller.timeZone, usedAt + KEPT_DAYS * DAY_MS),
});

export const listDrafts = async (deps: WriteDeps, caller: Caller): Promise<ShownDraft[]> =>
  (await draftsOf(deps.db, caller)).map((draft) => show(caller, draft));

export const createDraft = (
  deps: WriteDeps,
  caller: Caller,
  body: DraftBody,
  guard?: Guard<ShownDraft>,
): Promise<ShownDraft> =>
  guardedly(deps, caller, guard, async (tx) => {
    if ((await countDrafts(tx, caller)) >= MOST_DRAFTS)
      throw refuse('APP080', `You have ${MOST_DRAFTS} drafts already. Publish or delete one first.`);
    const draft = await draftSeen(tx, caller, await addDraft(tx, caller, body));
    if (!draft) throw new Error('the new draft was not found');
    await reportDraft(tx, caller, draft.id, draft);
    return show(caller, draft);
  });

/** Who made a draft decides about it; an administrator may as well. */
async function ownDraft(deps: WriteDeps, caller: Caller, asked: string): Promise<Draft> {
  const draft = await draftNamed(deps, caller, asked);
  if (draft.owner !== caller.actor && !allows(caller.permissions, 'settings.manage'))
    throw refuse('USR004', `Only ${draft.owner} may rename, share or delete this draft.`);
  return draft;
}

export async function renameDraft(
  deps: WriteDeps,
  caller: Caller,
  asked: string,
  { name, shared }: DraftChangeBody,
): Promise<ShownDraft> {
  const { id } = await ownDraft(deps, caller, asked);
  return deps.db.transaction(async (tx) => {
    const before = await holdDraft(tx, caller.tenantId, id);
    await changeDraft(tx, caller.tenantId, id, { name, shared });
    const draft = await draftSeen(tx, caller, id);
    if (!before || !draft) throw draftGone(id);
    // Who saw it until now hears that it is not shared any more.
    await reportDraft(tx, caller, id, { owner: draft.owner, shared: before.shared || draft.shared });
    return { commit: true, value: show(caller, draft) };
  });
}

export async function dropDraft(deps: WriteDeps, caller: Caller, asked: string): Promise<void> {
  const { id } = await ownDraft(deps, caller, asked);
  await deps.db.transaction(async (tx) => {
    const audience = await holdDraft(tx, caller.tenantId, id);
    await deleteDraft(tx, caller.tenantId, id);
    if (audience) await reportDraft(tx, caller, id, audience);
    return { commit: true, value: undefined };
  });
}

/** The appointments are in the draft as they are in the plan again. */
export async function revertInDraft(
  deps: WriteDeps,
  caller: Caller,
  asked: string,
  chosen: readonly number[],
  guard?: Guard<ShownDraft>,
): Promise<ShownDraft> {
  const { id } = await draftNamed(deps, caller, asked);
  return guardedly(deps, caller, guard, async (tx) => {
    const audience = await holdDraft(tx, caller.tenantId, id);
    if (!audience) throw draftGone(id);
    const units = await byAppointment(tx, caller.tenantId, await changesOfDraft(tx, caller.tenantId, id));
    const places = changesOf(units, chosen).map(({ place }) => place);
    await deleteDraftChanges(tx, caller.tenantId, id, places);
    await setStale(tx, caller.tenantId, id);
    const draft = await draftSeen(tx, caller, id);
    if (!draft) throw draftGone(id);
    await reportDraft(tx, caller, id, audience);
    return show(caller, draft);
  });
}
