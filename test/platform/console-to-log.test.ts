import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { consoleToLog } from '../../src/platform/console-to-log.ts';
import { makeLog } from '../../src/platform/log.ts';

test('what a library writes to the console becomes entries of the log, each of one line', () => {
  const stray: string[] = [];
  const target = new Console(
    new Writable({
      write(text, _, done) {
        stray.push(String(text));
        done();
      },
    }),
  );
  const lines: string[] = [];
  consoleToLog(makeLog('info', { write: (line) => lines.push(line) }), target);
  target.trace(new Error('connection refused'));
  target.error('attempt %d of %d failed', 2, 5, { password: 'x' });
  target.warn('careful');
  expect(stray).toEqual([]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 40,
      source: 'library',
      msg: 'Error: connection refused',
      err: { stack: expect.stringContaining('console-to-log') },
    },
    { level: 50, source: 'library', msg: expect.stringMatching(/^attempt 2 of 5 failed/) },
    { level: 40, source: 'library', msg: 'careful' },
  ]);
});
