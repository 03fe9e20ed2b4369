import type { Obstacle } from './why-not.ts';

/** One form for one, another for several. */
type Words = (what: string) => readonly [one: string, several: string];

const WORDS: Readonly<Record<string, Words>> = {
  excluded: () => ['is excluded for it', 'are excluded for it'],
  missingRequirement: (what) => [`does not have ${what}`, `do not have ${what}`],
  certificate: (what) => [
    `has no valid certificate ${what} at that time`,
    `have no valid certificate ${what} at that time`,
  ],
  notWorking: () => ['does not work at that time', 'do not work at that time'],
  containerElsewhere: () => [
    'is not the resource to which its container is locked',
    'are not the resource to which its container is locked',
  ],
  linkedElsewhere: () => ['is busy with a task that it is linked with', 'are busy with a task that it is linked with'],
  outsideWindow: () => ['does not work in its windows', 'do not work in its windows'],
  tooShort: () => ['has no working time that is long enough', 'have no working time that is long enough'],
  dependency: () => ['has no time after the tasks it depends on', 'have no time after the tasks it depends on'],
  full: () => ['could do it but is full', 'could do it but are full'],
  break: () => ['has time, but not for the break as well', 'have time, but not for the break as well'],
  capacity: (what) => {
    const where = what === '' ? 'no room in the van' : `no room for ${what}`;
    return [`has time, but ${where}`, `have time, but ${where}`];
  },
  maxDistance: () => ['has time, but would drive too far', 'have time, but would drive too far'],
  fits: () => ['has room, but it costs more than it is worth', 'have room, but it costs more than it is worth'],
};

/** Like "3 of 12 resources could do it but are full." */
export function inWords({ rule, what, room }: Obstacle, count: number, all: number): string {
  const named = (room ?? []).filter(({ name }) => name !== '');
  const told = named.map(
    ({ name, needs, free }) => `${name} (it needs ${needs}, ${count > 1 ? 'at most ' : ''}${free} free)`,
  );
  const [one, several] = WORDS[rule]?.(told.length > 0 ? told.join(', ') : what) ?? [rule, rule];
  if (count < all) return `${count} of ${all} resources ${count === 1 ? one : several}.`;
  return all === 1 ? `The only resource ${one}.` : `All ${all} resources ${several}.`;
}
