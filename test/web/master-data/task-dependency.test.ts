import { expect, test } from 'vitest';
import type { Row } from '../../../web/src/master-data/record.ts';
import { dependencyKey, dependencyOf } from '../../../web/src/master-data/task-dependency.ts';

const stamped = { id: 1, version: 1, createdBy: 'user:a', updatedBy: 'user:a' };
const task: Row = { ...stamped, sourceApp: 'ERP', sourceType: 'S', jobNo: 'J', taskNo: '20' };
const stored = { ...stamped, sourceApp: 'ERP', sourceType: 'S', type: 1, lagInSeconds: 60, maxLagInSeconds: null };

test('a dependency is seen from both of its tasks, and each finds the same key', () => {
  const key = {
    sourceApp: 'ERP',
    sourceType: 'S',
    jobNo: 'j',
    taskNo: '20',
    predecessorJobNo: 'K',
    predecessorTaskNo: '1',
  };
  const row: Row = { ...stored, ...key, differentResources: true };
  const mine = dependencyOf(task, row);
  expect(mine).toMatchObject({ waits: true, other: { jobNo: 'K', taskNo: '1' }, type: 1, differentResources: true });
  const other: Row = { ...task, jobNo: 'K', taskNo: '1' };
  const theirs = dependencyOf(other, row);
  expect(theirs).toMatchObject({ waits: false, other: { jobNo: 'j', taskNo: '20' }, lagInSeconds: 60 });
  expect(theirs.maxLagInSeconds).toBeNull();
  expect(dependencyKey(task, mine)).toEqual({ ...key, jobNo: 'J' });
  expect(dependencyKey(other, theirs)).toEqual(key);
});
