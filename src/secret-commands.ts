import type { Command } from 'commander';
import { say, withDeps } from './command-context.ts';
import { OperatorError } from './domain/operator-error.ts';
import { resealAll } from './platform/reseal.ts';
import { makeSealer } from './platform/sealer.ts';

/** `openslot secret reseal`: the step between a new JWT_SECRET and the end of the previous one. */
export function secretCommands(program: Command): void {
  program
    .command('secret')
    .description('The secret that signs tokens and encrypts secrets')
    .command('reseal')
    .description('encrypt with JWT_SECRET everything that is encrypted with JWT_SECRET_PREVIOUS')
    .action(() =>
      withDeps(async (deps) => {
        if (!deps.previousJwtSecret)
          throw new OperatorError('Set JWT_SECRET_PREVIOUS to the secret that was used before.');
        const done = await resealAll(deps, {
          current: makeSealer(deps.jwtSecret),
          previous: makeSealer(deps.previousJwtSecret),
        });
        for (const { table, column, count } of done) say(`${table}.${column}: ${count}`);
        const total = done.reduce((sum, { count }) => sum + count, 0);
        say(`${total} encrypted values now use JWT_SECRET.`);
      }),
    );
}
