import { problemCodes } from '../../domain/installation-problems.ts';
import { exactly, list, moment, text, texts, whole } from '../../platform/http/shapes.ts';

const number = { type: 'number' };
const perhaps = (shape: object) => ({ anyOf: [shape, { type: 'null' }] });

const node = exactly({
  id: { ...text, description: 'Chosen by the process when it starts.' },
  name: { ...text, description: 'Host and number of the process.' },
  roles: texts,
  version: text,
  nodeVersion: text,
  isRunning: { type: 'boolean', description: 'It reported within the last 35 seconds.' },
  startedAt: moment,
  seenAt: moment,
  memoryBytes: number,
  eventLoopLagMs: number,
  connections: exactly({ open: whole, limit: whole, waiting: whole }),
  disk: { ...perhaps(exactly({ freeBytes: number, sizeBytes: number })), description: 'The disk of DATA_DIR.' },
  outages: list(exactly({ what: text, since: moment, failures: whole })),
});

/** What GET /status returns. */
export const statusSchema = {
  $id: 'InstallationStatus',
  ...exactly({
    problems: {
      ...list(exactly({ code: { enum: problemCodes }, severity: { enum: ['critical', 'warning'] }, about: text })),
      description: 'What to do something about, critical problems first.',
    },
    nodes: { ...list(node), description: 'Processes that reported within the last day.' },
    database: exactly({
      version: text,
      sizeBytes: number,
      connections: whole,
      maxConnections: whole,
      state: { enum: ['writable', 'readOnly', 'diskFull', 'unreachable'] },
    }),
    jobs: {
      ...exactly({ queued: whole, running: whole, failed: whole, oldestSeconds: whole }),
      description: 'Background jobs of the tenant.',
    },
    deliveries: {
      ...exactly({
        waiting: whole,
        oldestSeconds: whole,
        backlogChanges: whole,
        failingReceivers: whole,
        pausedReceivers: whole,
        suspendedReceivers: whole,
      }),
      description: 'Deliveries of the tenant.',
    },
    backup: {
      ...perhaps(
        exactly({
          state: { enum: ['off', 'external', 'waiting', 'running', 'ok', 'failing'] },
          lastSuccess: perhaps(moment),
          age: perhaps(whole),
          error: perhaps(text),
        }),
      ),
      description: 'Backups that the service makes; as GET /health/ready?details shows them.',
    },
    errors: {
      ...list(exactly({ at: moment, node: text, method: text, route: text, status: whole, requestId: text })),
      description: 'Requests of the tenant that failed by a fault of the service, newest first.',
    },
  }),
} as const;
