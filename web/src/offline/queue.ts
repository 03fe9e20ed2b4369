import type { Action, ActionDetails } from './action.ts';

/** The order in which kept actions go to the service, and what a refusal means for those behind it. */

/** Sessions and entries that a deed is about. */
function subjectsOf(deed: ActionDetails): readonly string[] {
  switch (deed.kind) {
    case 'start':
      return [`session ${deed.externalId}`];
    case 'stop':
      return [nameOf(deed.session)];
    case 'claim':
      return deed.sessions.map(nameOf);
    case 'add':
      return [];
    default:
      return [`entry ${deed.timeEntryId}`];
  }
}

const nameOf = ({ externalId, timeSessionId }: { externalId: string | null; timeSessionId: number | null }): string =>
  `session ${externalId ?? `#${timeSessionId}`}`;

/**
 * Actions that cannot be done now: those that were refused, and whatever came later about the same session or entry. A stop means nothing
 * without its start, and an entry must not be submitted without the correction that went before.
 */
export function heldBack(actions: readonly Action[]): ReadonlySet<string> {
  const held = new Set<string>();
  const touched = new Set<string>();
  for (const { id, deed, refusal } of actions) {
    const subjects = subjectsOf(deed);
    if (refusal === undefined && !subjects.some((subject) => touched.has(subject))) continue;
    held.add(id);
    for (const subject of subjects) touched.add(subject);
  }
  return held;
}

/** The oldest that can be sent. */
export function nextToSend(actions: readonly Action[]): Action | undefined {
  const held = heldBack(actions);
  return actions.find(({ id }) => !held.has(id));
}

/** What goes when an action is dropped: itself, and with a start whatever came later about its session. */
export function droppedWith(actions: readonly Action[], id: string): readonly string[] {
  const at = actions.findIndex((action) => action.id === id);
  const dropped = actions[at];
  if (!dropped) return [];
  const [started] = dropped.deed.kind === 'start' ? subjectsOf(dropped.deed) : [];
  const later = actions.slice(at + 1).filter(({ deed }) => started !== undefined && subjectsOf(deed).includes(started));
  return [id, ...later.map((action) => action.id)];
}

/** How long the service remembers an Idempotency-Key, less an hour. */
const REMEMBERED_MS = 23 * 3_600_000;

/**
 * An entry that was sent long ago without an answer may be there already, and the service no longer knows its key. Sessions, claims and
 * moves can be repeated at any time; a new entry would be a second one, so a person has to look.
 */
export const isDoubtful = ({ deed, triedAt }: Action, now: number): boolean =>
  deed.kind === 'add' && triedAt !== undefined && now - triedAt > REMEMBERED_MS;

/** Temporary refusals: the same request may succeed later. REQ018: the first of the kind still runs. */
export const isTemporary = (status: number, code?: string): boolean =>
  status >= 500 || [401, 408, 425, 429].includes(status) || code === 'REQ018';
