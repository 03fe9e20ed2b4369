import { expect, test } from 'vitest';
import { type LoggedAction, undoStacks } from '../../../src/features/changes/own/undo-stacks.ts';

const did = (requestId: string, ...undoes: string[]): LoggedAction => ({ requestId, undoes });
const stacks = (...actions: LoggedAction[]) => {
  const { undo, redo } = undoStacks(actions);
  const texts = (list: typeof undo): string[] => list.map(({ requestId, of }) => `${requestId}=${of}`);
  return [texts(undo), texts(redo)];
};

test('the last action is undone first', () => {
  expect(stacks(did('a'), did('b'))).toEqual([['b=b', 'a=a'], []]);
});

test('an undo can be redone, and the redo can be undone, under the name of the first action', () => {
  expect(stacks(did('a'), did('u', 'a'))).toEqual([[], ['u=a']]);
  expect(stacks(did('a'), did('u', 'a'), did('r', 'u'))).toEqual([['r=a'], []]);
  expect(stacks(did('a'), did('u', 'a'), did('r', 'u'), did('v', 'r'))).toEqual([[], ['v=r']]);
});

test('several undos are redone in the opposite order', () => {
  expect(stacks(did('a'), did('b'), did('u', 'b'), did('v', 'a'))).toEqual([[], ['v=a', 'u=b']]);
});

test('a new action ends what could be redone', () => {
  expect(stacks(did('a'), did('u', 'a'), did('b'))).toEqual([['b=b'], []]);
});

test('an undo of changes of others, or of several actions, is an action like any other', () => {
  expect(stacks(did('a'), did('u', 'foreign'))).toEqual([['u=u', 'a=a'], []]);
  expect(stacks(did('a'), did('b'), did('u', 'a', 'b'))).toEqual([['u=u', 'b=b', 'a=a'], []]);
});
