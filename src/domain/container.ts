import { instantOfLocal, localOfInstant } from './time/zone.ts';

/** What moving its handle does to a member of a container: the wall clock moves, the length stays, also over a change of the clock. */
export function movedWith(
  handle: { readonly from: number; readonly to: number },
  member: { readonly start: number; readonly end: number },
  zone: string,
): { readonly start: number; readonly end: number } {
  const distance = localOfInstant(zone, handle.to) - localOfInstant(zone, handle.from);
  const start = instantOfLocal(zone, localOfInstant(zone, member.start) + distance);
  return { start, end: start + (member.end - member.start) };
}
