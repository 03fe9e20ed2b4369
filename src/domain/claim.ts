import { foldKeyPart } from './natural-key.ts';

/** A stopped session of work that no entry claims yet; epoch ms. */
export interface ClaimableSession {
  readonly id: number;
  readonly taskId: number;
  readonly startedAt: number;
  readonly stoppedAt: number;
}

export interface DraftEntry {
  readonly id: number;
  readonly taskId: number;
  readonly durationInSeconds: number;
}

/** What a claim does for one task: so many seconds more, in the draft that is there or in a new one. */
export interface Fold<S extends ClaimableSession> {
  readonly sessions: readonly [S, ...S[]];
  readonly draft: DraftEntry | undefined;
  readonly seconds: number;
}

/**
 * One resource, one task, one day, several sessions, one entry. A draft grows by what is new and keeps what a person changed in it; of
 * several drafts of one task the oldest does.
 */
export function foldSessions<S extends ClaimableSession>(
  sessions: readonly S[],
  drafts: readonly DraftEntry[],
): Fold<S>[] {
  const byTask = new Map<number, [S, ...S[]]>();
  for (const session of sessions) {
    const beside = byTask.get(session.taskId);
    if (beside) beside.push(session);
    else byTask.set(session.taskId, [session]);
  }
  return [...byTask].map(([taskId, folded]) => {
    const [draft] = drafts.filter((each) => each.taskId === taskId).sort((a, b) => a.id - b.id);
    const ms = folded.reduce((sum, { startedAt, stoppedAt }) => sum + stoppedAt - startedAt, 0);
    return { sessions: folded, draft, seconds: Math.round(ms / 1000) };
  });
}

/** Sessions that a claim chooses, by their ids or by what the caller calls them. Undefined where it chooses none: then all are meant. */
export interface ChosenSessions {
  readonly timeSessionIds?: readonly number[] | undefined;
  readonly externalIds?: readonly string[] | undefined;
}

/** Whether a claim is about a session. */
export function chooses({ timeSessionIds, externalIds }: ChosenSessions) {
  const ids = new Set(timeSessionIds);
  const references = new Set(externalIds?.map(foldKeyPart));
  return ({ id, externalId }: { readonly id: number; readonly externalId: string | null }): boolean =>
    (!timeSessionIds && !externalIds) ||
    ids.has(id) ||
    (externalId !== null && references.has(foldKeyPart(externalId)));
}
