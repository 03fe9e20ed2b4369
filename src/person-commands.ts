import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { needTenant, say, withDeps } from './command-context.ts';
import { OperatorError } from './domain/operator-error.ts';
import { noteEvent } from './features/access/audit-store.ts';
import { systemCaller } from './features/access/create-tenant.ts';
import type { HasAttachments } from './features/attachments/content.ts';
import { removeAttachments } from './features/attachments/delete-attachment.ts';
import type { Caller } from './platform/caller.ts';
import type { HasDatabase } from './platform/postgres/database.ts';
import { type Erased, type ErasePorts, erasePerson } from './records/personal-data/erase-person.ts';
import { exportPerson } from './records/personal-data/export-person.ts';
import { findPerson, type PersonKind, personKinds } from './records/personal-data/person.ts';

const kindOf = (text: string): PersonKind => {
  const kind = personKinds.find((each) => each === text);
  if (!kind) throw new OperatorError(`${text} is not one of ${personKinds.join(', ')}.`);
  return kind;
};

const counted = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([table, count]) => `${table} ${count}`).join(', ') || 'nothing';

/** What the operator has to look at. */
const leftOver = ({ leftWords, leftFiles }: Erased): string[] => [
  ...leftWords.map(({ table, rows, ids }) => {
    const which = ids.length === 0 ? '' : ` (id ${ids.join(', ')}${rows > ids.length ? ', …' : ''})`;
    return `Not changed: single words of the name in ${rows} rows of ${table}${which}. Look at them.`;
  }),
  ...(leftFiles.length === 0
    ? []
    : [
        `Not deleted: ${leftFiles.length} files (${leftFiles.join(', ')}). Look at their content, or add --files to delete them.`,
      ]),
];

/** Who runs the command is not known to the service: the event has what was done, and nothing of the person. */
const COMMAND_LINE = 'command line';

export const erasePorts = (deps: HasDatabase & HasAttachments, caller: Caller): ErasePorts => ({
  removeAttachments: (tx, ids) => removeAttachments(deps, tx, caller, ids),
  note: (tx, kind, subject, detail) =>
    noteEvent(tx, { tenantId: caller.tenantId, kind, actor: COMMAND_LINE, subject, detail }),
});

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
        // The person must exist before a file is made.
        const { reference } = await findPerson(deps.db, tenant.id, kind, name);
        const rows = exportPerson(deps.db, tenant.id, kind, name);
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
        await noteEvent(deps.db, {
          tenantId: tenant.id,
          kind: 'person.exported',
          actor: COMMAND_LINE,
          subject: reference,
          detail: { rows: count },
        });
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
    .option('--files', 'also delete the files that the person uploaded, or of the jobs of the contact')
    .option('--yes', 'erase; without it the command only counts')
    .action((tenantName: string, kindText: string, name: string, options: { yes?: boolean; files?: boolean }) => {
      const { yes = false, files = false } = options;
      const kind = kindOf(kindText);
      return withDeps(async (deps) => {
        const tenant = await needTenant(deps, tenantName);
        const caller = systemCaller(tenant, 'erase');
        const erasure = { kind, name, isTrial: !yes, alsoRelatedFiles: files };
        const done = await erasePerson(deps, caller, erasure, erasePorts(deps, caller));
        say(`${yes ? 'Emptied' : 'Would empty'} ${done.records} records of ${kind} ${name}.`);
        say(`${yes ? 'Deleted' : 'Would delete'}: ${counted(done.deleted)}.`);
        say(`${yes ? 'Replaced' : 'Would replace'} with "${done.label}" in: ${counted(done.changed)}.`);
        for (const line of leftOver(done)) say(line);
        if (!yes) say('Nothing was changed. To erase, add --yes.');
      });
    });
}
