import { expect, test } from 'vitest';
import { withKeptLinks } from '../../../src/engine/routing/kept-links.ts';
import type { Task } from '../../../src/engine/routing/model.ts';
import { aTask, at } from './builders.ts';

const linked = (id: string, others: readonly string[], more: Partial<Task> = {}): Task =>
  aTask(id, { link: { id: 'chain', distances: others.map((task) => ({ task, min: 0 })) }, ...more });
const planned = { planned: { resources: ['anna'], start: at(9) }, locked: true };

test('links cut down to some tasks lose the distances to the others', () => {
  const [a, b] = withKeptLinks([linked('a', []), linked('b', ['a', 'gone'])]);
  expect(a?.link).toEqual({ id: 'chain', distances: [] });
  expect(b?.link?.distances).toEqual([{ task: 'a', min: 0 }]);
  expect(withKeptLinks([linked('b', ['a'])])[0]).not.toHaveProperty('link');
  const alone = aTask('alone');
  expect(withKeptLinks([alone])[0]).toBe(alone);
});

test('planned work stays for an open task of its link only while that is there', () => {
  const open = linked('b', ['a']);
  expect(withKeptLinks([linked('a', [], planned), open])[0]?.locked).toBe(true);
  expect(withKeptLinks([linked('a', [], planned)])[0]).not.toHaveProperty('locked');
  expect(withKeptLinks([linked('a', [], planned), linked('b', ['a'], planned)])[0]).not.toHaveProperty('locked');
});
