import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { jobKinds, nightlyJobs } from './background-work.ts';
import { backupCommands } from './backup-commands.ts';
import { bareServer } from './bare-server.ts';
import { needTenant, say, withDeps } from './command-context.ts';
import { readConfig } from './config.ts';
import { DEMO_TENANT, DEMO_ZONE, prepareDemo } from './demo-service.ts';
import { Refusal } from './domain/errors.ts';
import { nightOf } from './domain/night.ts';
import { OperatorError } from './domain/operator-error.ts';
import { exportCommands } from './export-commands.ts';
import { addKey } from './features/access/api-keys.ts';
import { createTenant, systemCaller } from './features/access/create-tenant.ts';
import { tenantByName } from './features/access/tenant-store.ts';
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
import { keyCommands } from './key-commands.ts';
import { explain, main } from './main.ts';
import { personCommands } from './person-commands.ts';
import { drain } from './platform/jobs/worker.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { secretCommands } from './secret-commands.ts';
import { userCommands } from './user-commands.ts';
import { version } from './version.ts';

const program = new Command('openslot')
  .description(
    'Open, self-hosted scheduling service. Settings come from the environment: docs/reference/configuration.md.',
  )
  .version(version)
  .showHelpAfterError();

program
  .command('serve')
  .description('start the service; what openslot alone does')
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

userCommands(program);
keyCommands(program);
secretCommands(program);
exportCommands(program);
backupCommands(program);
personCommands(program);

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

// Runs what a start runs, for src/bundle/compile.ts.
program.command('rehearse', { hidden: true }).action(async () => {
  await (await bareServer()).close();
});

// `npx openslot` alone starts the service.
program.parseAsync(process.argv.length > 2 ? process.argv : [...process.argv, 'serve']).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Refusal ? `${error.detail.code}: ${error.message}` : explain(error)}\n`);
  process.exit(1);
});
