import type { Action, ActionDetails } from './action.ts';

/** The order in which stored actions are sent, and the effect of a refusal on later ones. */

/** Sessions and entries that an action concerns. */
function subjectsOf(details: ActionDetails): readonly string[] {
  switch (details.kind) {
    case 'start':
      return [`session ${details.externalId}`];
    case 'stop':
      return [nameOf(details.session)];
    case 'claim':
      return details.sessions.map(nameOf);
    case 'add':
      return [];
    case 'visit':
      return [`visit ${details.visit.appointmentId}`, `session ${details.externalId}`];
    case 'fields':
      return [`fields ${details.visit.appointmentId}`];
    case 'attach':
      return [];
    default:
      return [`entry ${details.timeEntryId}`];
  }
}

const nameOf = ({ externalId, timeSessionId }: { externalId: string | null; timeSessionId: number | null }): string =>
  `session ${externalId ?? `#${timeSessionId}`}`;

/**
 * Actions that cannot be sent now: refused ones, and all later ones about the same session or entry. A stop is invalid without its start,
 * and an entry must not be submitted without its earlier correction.
 */
export function heldBack(actions: readonly Action[]): ReadonlySet<string> {
  const held = new Set<string>();
  const touched = new Set<string>();
  for (const { id, deed: details, refusal } of actions) {
    const subjects = subjectsOf(details);
    if (refusal === undefined && !subjects.some((subject) => touched.has(subject))) continue;
    held.add(id);
    for (const subject of subjects) touched.add(subject);
  }
  return held;
}

/** The oldest action that can be sent. */
export function nextToSend(actions: readonly Action[]): Action | undefined {
  const held = heldBack(actions);
  return actions.find(({ id }) => !held.has(id));
}

/** The actions that are discarded with an action: itself, and for a start all later ones of its session. */
export function droppedWith(actions: readonly Action[], id: string): readonly string[] {
  const at = actions.findIndex((action) => action.id === id);
  const dropped = actions[at];
  if (!dropped) return [];
  const [started] = dropped.deed.kind === 'start' ? subjectsOf(dropped.deed) : [];
  const later = actions
    .slice(at + 1)
    .filter(({ deed: details }) => started !== undefined && subjectsOf(details).includes(started));
  return [id, ...later.map((action) => action.id)];
}

/** How long the service remembers an Idempotency-Key, less an hour. */
const REMEMBERED_MS = 23 * 3_600_000;

/**
 * An entry that was sent long ago without a response may exist already, and the service no longer knows its key. Sessions, claims and
 * moves can be repeated at any time; a repeated new entry would be a duplicate, so the user has to decide.
 */
export const isDoubtful = ({ deed: details, triedAt }: Action, now: number): boolean =>
  details.kind === 'add' && triedAt !== undefined && now - triedAt > REMEMBERED_MS;

/** Temporary errors: the same request may succeed later. REQ018: the first request with this key is still running. */
export const isTemporary = (status: number, code?: string): boolean =>
  status >= 500 || [401, 408, 425, 429].includes(status) || code === 'REQ018';
