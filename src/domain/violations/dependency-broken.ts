import { DAY_MS } from '../time/day.ts';
import { instantOfLocal, localOfInstant } from '../time/zone.ts';
import type { DependencyFacts, Found, Rule } from './facts.ts';

/** Which moment of the successor waits for which of the predecessor, by the type of the dependency. */
export const DEPENDENCY_TYPES = [
  { name: 'finish to start', waits: 'start', for: 'end' },
  { name: 'start to start', waits: 'start', for: 'start' },
  { name: 'finish to finish', waits: 'end', for: 'end' },
  { name: 'start to finish', waits: 'end', for: 'start' },
] as const;

function later(instant: number, { lag, zone }: DependencyFacts): number {
  if ('seconds' in lag) return instant + lag.seconds * 1000;
  return lag.days === 0 ? instant : instantOfLocal(zone, localOfInstant(zone, instant) + lag.days * DAY_MS);
}

export const dependencyBroken: Rule<DependencyFacts> = {
  key: 'dependencyBroken',
  severity: 'error',
  about:
    'An appointment, or the appointments of a task, start or end too early or too late after those they depend on (AppointmentDependency, TaskDependency, PredecessorTaskNo with PredecessorLag in days), or a resource does both tasks though different ones have to.',
  check(facts) {
    const { part, predecessor, successor, maxLagSeconds, sharedResourceId } = facts;
    const type = DEPENDENCY_TYPES[facts.type] ?? DEPENDENCY_TYPES[0];
    const moment = successor[type.waits];
    const earliest = later(predecessor[type.for], facts);
    const latest = maxLagSeconds === null ? Number.POSITIVE_INFINITY : predecessor[type.for] + maxLagSeconds * 1000;
    const found = (detail: Found['detail'], more: Partial<Found> = {}): Found => ({
      appointmentId: type.waits === 'start' ? successor.firstId : successor.lastId,
      otherId: type.for === 'start' ? predecessor.firstId : predecessor.lastId,
      part,
      start: successor.start,
      end: successor.end,
      detail: { type: type.name, ...detail },
      ...more,
    });
    const broken: Found[] = [];
    if (moment < earliest) broken.push(found({ earliest, tooEarlyInSeconds: Math.round((earliest - moment) / 1000) }));
    else if (moment > latest) broken.push(found({ latest, tooLateInSeconds: Math.round((moment - latest) / 1000) }));
    if (sharedResourceId !== null)
      broken.push(found({ reason: 'sameResource' }, { part: `${part} resource`, resourceId: sharedResourceId }));
    return broken;
  },
  tell: (detail, { appointment, other, resource, moment }) => {
    if (detail['reason'] === 'sameResource')
      return `${appointment} and ${other} need different resources, and ${resource} does both.`;
    const verb = String(detail['type']).endsWith('start') ? 'start' : 'end';
    const limit =
      'latest' in detail ? `after ${moment(Number(detail['latest']))}` : `before ${moment(Number(detail['earliest']))}`;
    return `${appointment} depends on ${other} (${detail['type']}) and must not ${verb} ${limit}.`;
  },
};
