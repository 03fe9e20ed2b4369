import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded into a process with --import: before the first rename or removal whose call matches HANG_AT, the process says so and goes no further, so
 * that a test can kill it at exactly that point.
 */
const wanted = new RegExp(process.env['HANG_AT'] ?? '(?!)');

for (const name of ['rename', 'rm']) {
  const original = fs.promises[name];
  fs.promises[name] = async (...args) => {
    if (wanted.test([name, ...args.filter((each) => typeof each === 'string')].join(' '))) {
      process.stdout.write('HANGING\n');
      await new Promise(() => setInterval(() => {}, 60_000));
    }
    return original(...args);
  };
}
syncBuiltinESMExports();
