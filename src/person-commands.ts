import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { needTenant, say, withDeps } from './command-context.ts';
import { OperatorError } from './domain/operator-error.ts';
import { systemCaller } from './features/access/create-tenant.ts';
import { erasePerson } from './records/personal-data/erase-person.ts';
import { exportPerson } from './records/personal-data/export-person.ts';
import { type PersonKind, personKinds } from './records/personal-data/person.ts';

const kindOf = (text: string): PersonKind => {
  const kind = personKinds.find((each) => each === text);
  if (!kind) throw new OperatorError(`${text} is not one of ${personKinds.join(', ')}.`);
  return kind;
};

const counted = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([table, count]) => `${table} ${count}`).join(', ') || 'nothing';

/** openslot person … */
export function personCommands(program: Command): void {
  const person = program.command('person').description('the personal data of a resource, a contact or a user');

  person
    .command('export')
    .description('write everything that is stored about a person to a file, one row in each line')
    .argument('<tenant>')
    .argument('<kind>', personKinds.join(', '))
    .argument(
      '<name>',
      'number of the resource, number of the contact or customer in jobs, or e-mail address of the user',
    )
    .requiredOption('--to <file>', 'a new file')
    .action((tenantName: string, kindText: string, name: string, { to }: { to: string }) => {
      const kind = kindOf(kindText);
      return withDeps(async (deps) => {
        const tenant = await needTenant(deps, tenantName);
        const rows = exportPerson(deps.db, tenant.id, kind, name);
        // The person must exist before a file is made.
        let next = await rows.next();
        const file = await open(to, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
          throw new OperatorError(
            error.code === 'EEXIST'
              ? `${to} exists already. Name a new file.`
              : `${to} cannot be written: ${error.message}.`,
          );
        });
        let count = 0;
        try {
          for (; !next.done; next = await rows.next()) {
            await file.write(`${JSON.stringify(next.value)}\n`);
            count += 1;
          }
        } finally {
          await file.close();
        }
        say(`${to}: ${count} rows about ${kind} ${name}.`);
      });
    });

  person
    .command('erase')
    .description('remove a person from records, history and logs; appointments and times stay')
    .argument('<tenant>')
    .argument('<kind>', personKinds.join(', '))
    .argument(
      '<name>',
      'number of the resource, number of the contact or customer in jobs, or e-mail address of the user',
    )
    .option('--yes', 'erase; without it the command only counts')
    .action((tenantName: string, kindText: string, name: string, { yes = false }: { yes?: boolean }) => {
      const kind = kindOf(kindText);
      return withDeps(async (deps) => {
        const tenant = await needTenant(deps, tenantName);
        const done = await erasePerson(deps, systemCaller(tenant, 'erase'), kind, name, !yes);
        say(`${yes ? 'Emptied' : 'Would empty'} ${done.records} records of ${kind} ${name}.`);
        say(`${yes ? 'Deleted' : 'Would delete'}: ${counted(done.deleted)}.`);
        say(`${yes ? 'Replaced' : 'Would replace'} with "${done.label}" in: ${counted(done.changed)}.`);
        if (!yes) say('Nothing was changed. To erase, add --yes.');
      });
    });
}
