import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { clientOperations } from './client-operations.ts';
import { clientSchema } from './client-schema.ts';
import { importFields } from './import-fields.ts';
import { describeService } from './openapi.ts';
import { declaredRoutes, permissionPage } from './permission-page.ts';
import {
  configurationPage,
  entityPage,
  errorPage,
  procedurePage,
  quotaPage,
  scorerPage,
  violationPage,
} from './reference.ts';
import { routePage } from './route-page.ts';
import { dumpSchema } from './schema-dump.ts';
import { webRecordFields } from './web-record-fields.ts';
import { windowsZones } from './windows-zones.ts';

/** Writes every generated file, or with --check fails when one is stale. */
const root = fileURLToPath(new URL('../', import.meta.url));

const routes: ReturnType<typeof declaredRoutes> = [];
const description = await describeService((route) => routes.push(...declaredRoutes(route)));

const generated: Readonly<Record<string, string>> = {
  'openapi.json': description,
  'packages/client/src/schema.ts': clientSchema(description),
  'packages/client/src/operations.ts': clientOperations(description),
  'web/src/master-data/record-fields.ts': webRecordFields(),
  'web/src/api/import-kinds.ts': importFields(),
  'db/schema.sql': await dumpSchema(),
  'src/domain/time/windows-zones.ts': windowsZones(),
  'docs/reference/routes.md': routePage(description),
  'docs/reference/permissions.md': permissionPage(routes),
  'docs/reference/entities.md': entityPage(),
  'docs/reference/procedures.md': procedurePage(),
  'docs/reference/errors.md': errorPage(),
  'docs/reference/violations.md': violationPage(),
  'docs/reference/scorers.md': scorerPage(),
  'docs/reference/configuration.md': configurationPage(),
  'docs/reference/quotas.md': quotaPage(),
};

const check = process.argv.includes('--check');
const stale: string[] = [];
for (const [name, text] of Object.entries(generated)) {
  const file = `${root}${name}`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (check) stale.push(name);
  else writeFileSync(file, text);
}
if (stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit the result.`);
  process.exit(1);
}
