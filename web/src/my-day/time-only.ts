import type { Action, ActionDetails, SessionName } from '../offline/action.ts';

/**
 * For a visit that was taken away while somebody worked on it: the held reports as plain starts and stops of the timer, by the id of the action. What
 * has no time in it is left out.
 */
export function timeOnly(
  held: readonly Action[],
  appointmentId: number,
  running: SessionName | undefined,
): ReadonlyMap<string, ActionDetails> {
  const found = new Map<string, ActionDetails>();
  let session = running;
  for (const { id, deed } of held) {
    if (deed.kind !== 'visit' || deed.visit.appointmentId !== appointmentId || !deed.task) continue;
    const { task, externalId, at } = deed;
    if (deed.state === 'travelling' || deed.state === 'working') {
      session = { externalId, timeSessionId: null };
      found.set(id, { kind: 'start', task, type: deed.state === 'working' ? 0 : 1, externalId, startedAt: at });
    } else if (session) found.set(id, { kind: 'stop', session, task, stoppedAt: at });
  }
  return found;
}
