#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { jobKinds, nightlyJobs } from './background-work.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { DEMO_TENANT, DEMO_ZONE, prepareDemo } from './demo-service.ts';
import type { Deps } from './deps.ts';
import { Refusal } from './domain/errors.ts';
import { foldKeyPart } from './domain/natural-key.ts';
import { nightOf } from './domain/night.ts';
import { OperatorError } from './domain/operator-error.ts';
import { permissions, scopes } from './domain/permissions.ts';
import { builtInRoleNames } from './domain/roles.ts';
import { addKey, shown } from './features/access/api-keys.ts';
import { createTenant, systemCaller } from './features/access/create-tenant.ts';
import { keyLine } from './features/access/key-line.ts';
import { keysOf, revokeKey } from './features/access/key-store.ts';
import { rotateAsOperator } from './features/access/rotate-key.ts';
import { factorAccountOf } from './features/access/second-factor/factor-store.ts';
import { removeFactors } from './features/access/second-factor/remove-for-user.ts';
import { type Tenant, tenantByName } from './features/access/tenant-store.ts';
import { fillDemo } from './features/demo/fill-demo.ts';
import { removeDemo } from './features/demo/remove-demo.ts';
import { downloadPack } from './features/geocoding/gateway/download-pack.ts';
import { packsOf } from './features/geocoding/geo-pack-store.ts';
import { installPacks, USUAL_COUNTRIES } from './features/geocoding/install-packs.ts';
import { addPacks, dropPack, needCountry } from './features/geocoding/packs.ts';
import { runNight } from './features/nightly/run-night.ts';
import type { PackageFile } from './features/setup/package-text.ts';
import { planPackage } from './features/setup/plan-package.ts';
import { queuePackage } from './features/setup/queue-package.ts';
import { showPackage } from './features/setup/show-packages.ts';
import { explain, main } from './main.ts';
import { drain } from './platform/jobs/worker.ts';
import { makeLog } from './platform/log.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { fromObject } from './records/writing/from-object.ts';
import { writeCalls } from './records/writing/write-calls.ts';
import { version } from './version.ts';

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** Commands work on the database itself: the private one must not be in use by a running service. */
async function withDeps(work: (deps: Deps) => Promise<unknown>): Promise<void> {
  const config = readConfig(process.env);
  const composition = await compose(config, makeLog('warn'));
  try {
    await migrate(composition.deps.db);
    await work(composition.deps);
  } finally {
    await composition.close();
  }
}

async function needTenant(deps: Deps, name: string): Promise<Tenant> {
  const tenant = await tenantByName(deps.db, name);
  if (!tenant)
    throw new OperatorError(`There is no tenant named ${name}. Create it with: openslot tenant create ${name}`);
  return tenant;
}

const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const program = new Command('openslot')
  .description(
    'Open, self-hosted scheduling service. Settings come from the environment: docs/reference/configuration.md.',
  )
  .version(version)
  .showHelpAfterError();

program
  .command('serve')
  .description('start the service (what npm start does)')
  .action(() => main(process.env));

program
  .command('migrate')
  .description('bring the database up to date, without starting the service')
  .action(() =>
    withDeps(async (deps) => {
      const { version: newest } = await migrate(deps.db);
      say(`The database is up to date (${newest}).`);
    }),
  );

program
  .command('tenant')
  .description('tenants')
  .command('create')
  .argument('<name>')
  .option('--time-zone <zone>', 'IANA time zone', 'UTC')
  .action((name: string, options: { timeZone: string }) =>
    withDeps(async (deps) => {
      const tenant = await createTenant(deps, name, options.timeZone);
      say(
        `Tenant ${tenant.name} (${tenant.timeZone}) exists. Create a key for it: openslot key create ${tenant.name} --name ERP`,
      );
    }),
  );

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
      const made = await addKey(
        deps.db,
        tenant,
        {
          name: options.name,
          scopes: list(options.scopes ?? (options.permissions === undefined ? 'import' : '')),
          permissions: list(options.permissions ?? ''),
          sourceApps: options.sourceApps === undefined ? null : list(options.sourceApps),
          expiresAt: options.expires ?? null,
          ipRanges: options.ipRanges === undefined ? null : list(options.ipRanges),
          connector: options.connector === undefined ? null : wholeNumber(options.connector, '--connector'),
        },
        'system',
      );
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
      say(`${made.key}\n\nThis is key ${made.stored.id} of tenant ${tenant.name}, shown once. It replaces key ${id}.`);
    }),
  );

key
  .command('revoke')
  .argument('<tenant>')
  .argument('<id>')
  .action((tenantName: string, id: string) =>
    withDeps(async (deps) => {
      const tenant = await needTenant(deps, tenantName);
      const revoked = /^\d{1,15}$/.test(id) ? await revokeKey(deps.db, tenant.id, Number(id)) : undefined;
      if (!revoked)
        throw new OperatorError(`Tenant ${tenant.name} has no key ${id}. See: openslot key list ${tenant.name}`);
      say(`Key ${id} (${revoked.name}) is revoked.`);
    }),
  );

const demo = program.command('demo').description('realistic sample data; the same seed gives the same data');

demo
  .command('fill', { isDefault: true })
  .description('fill an empty tenant')
  .option('--tenant <name>', 'created if it does not exist', DEMO_TENANT)
  .option('--time-zone <zone>', 'IANA time zone of a new tenant', DEMO_ZONE)
  .option('--seed <number>', 'any whole number', '1')
  .option('--start <date>', 'a day of the first of the two weeks; last week by default')
  .action((options: { tenant: string; timeZone: string; seed: string; start?: string }) =>
    withDeps(async (deps) => {
      const tenant =
        (await tenantByName(deps.db, options.tenant)) ?? (await createTenant(deps, options.tenant, options.timeZone));
      const filled = await fillDemo(deps, tenant, {
        seed: Number(options.seed),
        ...(options.start ? { start: options.start } : {}),
      });
      if (Object.keys(filled).length === 0) return say(`Tenant ${tenant.name} already holds the demo data.`);
      for (const [what, count] of Object.entries(filled)) say(`${String(count).padStart(6)}  ${what}`);
      const made = await addKey(deps.db, tenant, { name: 'demo', scopes: ['admin'] }, 'system');
      say(`\nTenant ${tenant.name} is filled. API key, shown once: ${made.key}`);
    }),
  );

demo
  .command('remove')
  .description('remove the demo data from a tenant')
  .argument('<tenant>')
  .action((name: string) =>
    withDeps(async (deps) => {
      const { counts } = await removeDemo(deps, systemCaller(await needTenant(deps, name), 'demo'));
      say(`${counts.deleted} demo records removed.`);
    }),
  );

demo
  .command('serve')
  .description('start the service with a filled tenant and people who can sign in (what npm run demo does)')
  .option('--fresh', 'start over, with the weeks around today')
  .action(({ fresh = false }: { fresh?: boolean }) =>
    main(process.env, (deps, { dataDir }) => prepareDemo(deps, dataDir, fresh)),
  );

const geo = program.command('geo').description('country packs: postal codes for the offline geocoder');

geo
  .command('add')
  .description('add packs, from GeoNames (CC BY 4.0) or from a file in its postal-code format: CC.txt, .zip or .gz')
  .argument('[countries...]', 'codes such as BE DE')
  .option('--file <path>', 'a file instead of a download')
  .action((countries: string[], options: { file?: string }) => {
    if ((countries.length === 0) === (options.file === undefined))
      throw new OperatorError('Name countries (openslot geo add BE DE) or a file (openslot geo add --file BE.zip).');
    const { geonamesUrl } = readConfig(process.env);
    const codes = countries.map(needCountry);
    return withDeps(async (deps) => {
      const { file } = options;
      if (file !== undefined) {
        const bytes = await readFile(file).catch((error: Error) => {
          throw new OperatorError(`${file} cannot be read: ${error.message}.`);
        });
        for (const { country, rows } of await addPacks(deps, bytes, path.basename(file)))
          say(`${country}: ${rows} postal codes and places.`);
      }
      for (const country of codes)
        for (const { rows } of await addPacks(
          deps,
          await downloadPack(geonamesUrl, country),
          `${country}.zip`,
          country,
        ))
          say(`${country}: ${rows} postal codes and places.`);
    });
  });

geo
  .command('install')
  .description(
    `add the packs of several countries, by default ${USUAL_COUNTRIES.join(' ')} (what npm run geocode:install does)`,
  )
  .argument('[countries...]', 'codes such as BE DE')
  .option('--from <folder>', 'a folder with CC.zip, CC.txt.gz or CC.txt instead of a download')
  .action((countries: string[], { from }: { from?: string }) => {
    const { geonamesUrl } = readConfig(process.env);
    const codes = countries.length === 0 ? USUAL_COUNTRIES : countries.map(needCountry);
    return withDeps((deps) => installPacks(deps, codes, { url: geonamesUrl, folder: from }, say));
  });

geo
  .command('list')
  .description('list installed packs')
  .action(() =>
    withDeps(async (deps) => {
      for (const { country, rows, source, addedAt } of await packsOf(deps.db))
        say(`${country}\t${rows} rows\t${source}\tadded ${new Date(addedAt).toISOString()}`);
    }),
  );

geo
  .command('remove')
  .argument('<countries...>')
  .action((countries: string[]) =>
    withDeps(async (deps) => {
      for (const country of countries.map(needCountry)) {
        await dropPack(deps, country);
        say(`${country} removed.`);
      }
    }),
  );

const setup = program.command('setup').description('setup packages');

const packageFile = async (file: string): Promise<PackageFile> => ({
  bytes: await readFile(file),
  isYaml: /\.ya?ml$/i.test(file),
});

setup
  .command('plan')
  .description('what a package would change')
  .argument('<tenant>')
  .argument('<file>')
  .action((name: string, file: string) =>
    withDeps(async (deps) => {
      const tenant = await needTenant(deps, name);
      const { changes, problems, warnings } = await planPackage(deps, systemCaller(tenant), await packageFile(file));
      for (const { action, entity, key } of changes) say(`${action}\t${entity}\t${key}`);
      for (const text of [...problems.map(({ message }) => message), ...warnings]) say(text);
      if (changes.length === 0 && problems.length === 0) say('Nothing would change.');
      if (problems.length > 0) process.exitCode = 1;
    }),
  );

setup
  .command('apply')
  .description('apply a package and run the queued jobs')
  .argument('<tenant>')
  .argument('<file>')
  .action((name: string, file: string) =>
    withDeps(async (deps) => {
      const caller = systemCaller(await needTenant(deps, name));
      const { id } = await queuePackage(deps, caller, await packageFile(file));
      await drain(deps, jobKinds);
      const { status, log } = await showPackage(deps, caller, String(id));
      for (const { text } of log) say(text);
      if (status !== 'applied') process.exitCode = 1;
    }),
  );

program
  .command('nightly')
  .description('run the nightly jobs now')
  .action(() =>
    withDeps(async (deps) => {
      const { nightlyAt } = readConfig(process.env);
      const night = nightOf(deps.now().getTime(), nightlyAt);
      const { done } = await runNight(deps, nightlyJobs, night, new AbortController().signal, true);
      for (const [task, result] of done) say(`${task}: ${JSON.stringify(result)}`);
      if (done.size < nightlyJobs.length) process.exitCode = 1;
    }),
  );

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Refusal ? `${error.detail.code}: ${error.message}` : explain(error)}\n`);
  process.exit(1);
});
