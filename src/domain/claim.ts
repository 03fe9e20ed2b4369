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
