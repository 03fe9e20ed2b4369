import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooses, foldSessions } from '../../src/domain/claim.ts';

const aSession = (id: number, taskId: number, seconds: number, startedAt = 0) => ({
  id,
  taskId,
  startedAt,
  stoppedAt: startedAt + seconds * 1000,
});

test('sessions of one task become one fold, in its draft where there is one', () => {
  const draft = { id: 9, taskId: 2, durationInSeconds: 60 };
  expect(foldSessions([aSession(1, 1, 10), aSession(2, 2, 20), aSession(3, 1, 30)], [draft])).toMatchObject([
    { sessions: [{ id: 1 }, { id: 3 }], draft: undefined, seconds: 40 },
    { sessions: [{ id: 2 }], draft, seconds: 20 },
  ]);
});

test('of several drafts of a task the oldest is taken', () => {
  const drafts = [12, 7, 9].map((id) => ({ id, taskId: 1, durationInSeconds: 0 }));
  expect(foldSessions([aSession(1, 1, 10)], drafts)[0]?.draft?.id).toBe(7);
});

test('every session is in exactly one fold, and the seconds of all folds are theirs', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(36_000))), (made) => {
      const sessions = made.map(([taskId, seconds], id) => aSession(id, taskId, seconds, id * 1_000_000));
      const folds = foldSessions(sessions, []);
      expect(folds.flatMap((fold) => fold.sessions.map(({ id }) => id)).sort((a, b) => a - b)).toEqual(
        sessions.map(({ id }) => id),
      );
      expect(new Set(folds.map(({ sessions: [first] }) => first.taskId)).size).toBe(folds.length);
      expect(folds.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(made.reduce((sum, [, each]) => sum + each, 0));
    }),
  );
});

test('parts of a second are rounded once, not for each session', () => {
  const half = { ...aSession(1, 1, 0), stoppedAt: 500 };
  expect(foldSessions([half, { ...half, id: 2 }], [])[0]?.seconds).toBe(1);
});

describe('a claim that chooses sessions', () => {
  const session = (id: number, externalId: string | null = null) => ({ id, externalId });

  test('is about all sessions unless it names some, by id or by reference in any case', () => {
    expect(chooses({})(session(1))).toBe(true);
    const chosen = chooses({ timeSessionIds: [1], externalIds: ['X-2'] });
    expect([session(1), session(2, 'x-2'), session(3, 'x-3'), session(4)].map(chosen)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('is about none where its list is empty', () => {
    expect(chooses({ timeSessionIds: [] })(session(1))).toBe(false);
  });
});
