import type { Command } from 'commander';
import { list, needTenant, say, withDeps } from './command-context.ts';
import { OperatorError } from './domain/operator-error.ts';
import { permissions, scopes } from './domain/permissions.ts';
import { addKey, endKey, shown } from './features/access/api-keys.ts';
import { systemCaller } from './features/access/create-tenant.ts';
import { noteKey } from './features/access/key-events.ts';
import { keyLine } from './features/access/key-line.ts';
import { keysOf } from './features/access/key-store.ts';
import { rotateAsOperator } from './features/access/rotate-key.ts';

interface KeyOptions {
  readonly name: string;
  readonly scopes?: string;
  readonly permissions?: string;
  readonly sourceApps?: string;
  readonly expires?: string;
  readonly ipRanges?: string;
  readonly connector?: string;
}

const wholeNumber = (text: string, option: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new OperatorError(`${option}: ${text} is not a whole number.`);
  return Number(text);
};

/** openslot key … */
export function keyCommands(program: Command): void {
  const key = program.command('key').description('API keys');

  key
    .command('create')
    .argument('<tenant>')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--scopes <scopes>', `${scopes.join(', ')}; separated by commas (default: import)`)
    .option('--permissions <permissions>', `${permissions.join(', ')}; separated by commas`)
    .option('--source-apps <apps>', 'only records of these SourceApps; separated by commas')
    .option('--expires <moment>', 'for example 2027-12-31')
    .option('--ip-ranges <ranges>', 'only from these networks, such as 203.0.113.0/24; separated by commas')
    .option('--connector <id>', 'only for the routes of this connector')
    .action((tenantName: string, options: KeyOptions) =>
      withDeps(async (deps) => {
        const tenant = await needTenant(deps, tenantName);
        const request = {
          name: options.name,
          scopes: list(options.scopes ?? (options.permissions === undefined ? 'import' : '')),
          permissions: list(options.permissions ?? ''),
          sourceApps: options.sourceApps === undefined ? null : list(options.sourceApps),
          expiresAt: options.expires ?? null,
          ipRanges: options.ipRanges === undefined ? null : list(options.ipRanges),
          connector: options.connector === undefined ? null : wholeNumber(options.connector, '--connector'),
        };
        const made = await deps.db.write(tenant.id, async (tx) => {
          const value = await addKey(tx, tenant, request, 'system');
          await noteKey(tx, systemCaller(tenant), 'key.created', value.stored);
          return { commit: true, value };
        });
        say(`${made.key}\n\nThis is key ${made.stored.id} of tenant ${tenant.name}, shown once.`);
      }),
    );

  key
    .command('list')
    .argument('<tenant>')
    .action((tenantName: string) =>
      withDeps(async (deps) => {
        const tenant = await needTenant(deps, tenantName);
        for (const each of await keysOf(deps.db, tenant.id)) say(keyLine(shown(each, tenant.timeZone)));
      }),
    );

  key
    .command('rotate')
    .description('create a new key in place of another, which stays valid for the overlap')
    .argument('<tenant>')
    .argument('<id>')
    .option('--overlap-hours <hours>', 'how long the old key stays valid', '168')
    .action((tenantName: string, id: string, options: { overlapHours: string }) =>
      withDeps(async (deps) => {
        const tenant = await needTenant(deps, tenantName);
        const [which, hours] = [wholeNumber(id, 'id'), wholeNumber(options.overlapHours, '--overlap-hours')];
        const made = await rotateAsOperator(deps, tenant, which, hours);
        say(
          `${made.key}\n\nThis is key ${made.stored.id} of tenant ${tenant.name}, shown once. It replaces key ${id}.`,
        );
      }),
    );

  key
    .command('revoke')
    .argument('<tenant>')
    .argument('<id>')
    .action((tenantName: string, id: string) =>
      withDeps(async (deps) => {
        const tenant = await needTenant(deps, tenantName);
        const isKnown = (await keysOf(deps.db, tenant.id)).some((each) => String(each.id) === id);
        const revoked = isKnown ? await endKey(deps, systemCaller(tenant), id) : undefined;
        if (!revoked)
          throw new OperatorError(`Tenant ${tenant.name} has no key ${id}. See: openslot key list ${tenant.name}`);
        say(`Key ${id} (${revoked.name}) is revoked.`);
      }),
    );
}
