import type { Command } from 'commander';
import { list, needTenant, say, withDeps } from './command-context.ts';
import { foldKeyPart } from './domain/natural-key.ts';
import { OperatorError } from './domain/operator-error.ts';
import { builtInRoleNames } from './domain/roles.ts';
import { systemCaller } from './features/access/create-tenant.ts';
import { factorAccountOf } from './features/access/second-factor/factor-store.ts';
import { removeFactors } from './features/access/second-factor/remove-for-user.ts';
import { fromObject } from './records/writing/from-object.ts';
import { writeCalls } from './records/writing/write-calls.ts';

/** openslot user … */
export function userCommands(program: Command): void {
  const user = program.command('user').description('users');

  user
    .command('create')
    .argument('<tenant>')
    .argument('<email>')
    .option('--name <name>', 'display name')
    .option('--roles <roles>', `${builtInRoleNames.join(', ')}, or roles of the tenant; separated by commas`, 'viewer')
    .option(
      '--password <password>',
      'at least 12 characters, not a common one; without it the user gets an invitation by mail',
    )
    .action((tenantName: string, email: string, options: { name?: string; roles: string; password?: string }) =>
      withDeps(async (deps) => {
        const tenant = await needTenant(deps, tenantName);
        const record = {
          email,
          roles: list(options.roles),
          ...(options.name === undefined ? {} : { displayName: options.name }),
          ...(options.password === undefined ? {} : { password: options.password }),
        };
        const { results } = await writeCalls(deps, systemCaller(tenant), [fromObject('mboc_upsertUser', record)], {
          handling: 'default',
          dryRun: false,
          speak: 'property',
        });
        say(`User ${email} in tenant ${tenant.name}: ${results[0]?.outcome}.`);
      }),
    );

  user
    .command('remove-second-factor')
    .description('for a person who lost it and has no recovery codes; signs the person out everywhere')
    .argument('<tenant>')
    .argument('<email>')
    .action((tenantName: string, email: string) =>
      withDeps(async (deps) => {
        const tenant = await needTenant(deps, tenantName);
        const account = await factorAccountOf(deps.db, tenant.id, foldKeyPart(email));
        if (!account?.hasFactor) throw new OperatorError(`${email} has no second factor in tenant ${tenant.name}.`);
        await deps.db.transaction(async (tx) => {
          await removeFactors(tx, account.accountId);
          return { commit: true, value: undefined };
        });
        say(`The second factor of ${account.email} is removed.`);
      }),
    );
}
