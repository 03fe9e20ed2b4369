import { describe, expect, test } from 'vitest';
import {
  type Installation,
  type JudgedNode,
  problemCodes,
  problemsOf,
} from '../../src/domain/installation-problems.ts';

const aNode = (of: Partial<JudgedNode> = {}): JudgedNode => ({
  name: 'one:1',
  roles: ['api', 'worker'],
  version: '1.0.0',
  isRunning: true,
  eventLoopLagMs: 2,
  waitingForConnection: 0,
  diskFreeShare: 0.5,
  outages: [],
  ...of,
});
const healthy: Installation = {
  nodes: [aNode()],
  writability: 'writable',
  connectionShare: 0.2,
  oldestJobSeconds: 3,
  failedJobs: 0,
  oldestDeliverySeconds: 3,
  suspendedReceivers: 0,
  backup: { ageSeconds: 3600, isWaiting: false, isFailing: false },
  recentErrors: 0,
};
const found = (of: Partial<Installation>): string[] =>
  problemsOf({ ...healthy, ...of }).map(({ code, severity, about }) => `${severity} ${code} ${about}`.trim());

const CASES: readonly (readonly [string, Partial<Installation>])[] = [
  ['critical noWorker', { nodes: [aNode({ roles: ['api'] })] }],
  ['warning processGone two:2', { nodes: [aNode(), aNode({ name: 'two:2', isRunning: false })] }],
  ['warning mixedVersions 1.0.0, 1.1.0', { nodes: [aNode({ version: '1.1.0' }), aNode()] }],
  ['critical databaseReadOnly', { writability: 'read-only' }],
  ['critical databaseDiskFull', { writability: 'disk full' }],
  ['warning databaseConnections', { connectionShare: 0.95 }],
  ['critical diskAlmostFull one:1', { nodes: [aNode({ diskFreeShare: 0.05 })] }],
  ['warning processBusy one:1', { nodes: [aNode({ eventLoopLagMs: 900 })] }],
  ['warning processBusy one:1', { nodes: [aNode({ waitingForConnection: 4 })] }],
  ['warning outage one:1: delivering changes', { nodes: [aNode({ outages: ['delivering changes'] })] }],
  ['warning jobsLate', { oldestJobSeconds: 1000 }],
  ['warning jobsFailed', { failedJobs: 1 }],
  ['warning deliveriesLate', { oldestDeliverySeconds: 4000 }],
  ['warning receiverSuspended', { suspendedReceivers: 1 }],
  ['critical backupOld', { backup: { ageSeconds: 200_000, isWaiting: false, isFailing: false } }],
  ['critical backupOld', { backup: { ageSeconds: null, isWaiting: false, isFailing: false } }],
  ['critical backupFailed', { backup: { ageSeconds: 3600, isWaiting: false, isFailing: true } }],
  ['warning requestsFailed', { recentErrors: 2 }],
];

describe('problems of an installation', () => {
  test('a healthy one has none, with backups or without, and while the first backup is due', () => {
    expect(found({})).toEqual([]);
    expect(found({ backup: undefined })).toEqual([]);
    expect(found({ backup: { ageSeconds: null, isWaiting: true, isFailing: false } })).toEqual([]);
    expect(found({ nodes: [aNode({ diskFreeShare: null })] })).toEqual([]);
  });

  test.each(CASES)('%s', (expected, of) => {
    expect(found(of)).toEqual([expected]);
  });

  test('every code is tried here', () => {
    const tried = new Set(CASES.map(([expected]) => expected.split(' ')[1]));
    expect(problemCodes.filter((code) => !tried.has(code))).toEqual([]);
  });

  test('what a process that is gone said last is not a problem any more; critical ones come first', () => {
    const gone = aNode({ name: 'two:2', isRunning: false, outages: ['x'], diskFreeShare: 0, version: '0.9.0' });
    expect(found({ nodes: [aNode(), gone] })).toEqual(['warning processGone two:2']);
    expect(found({ failedJobs: 1, writability: 'disk full' })).toEqual([
      'critical databaseDiskFull',
      'warning jobsFailed',
    ]);
  });
});
