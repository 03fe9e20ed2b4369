import { described } from '../../platform/contract/kind.ts';
import { query, withDefault } from '../../platform/contract/object.ts';
import { paging } from '../../platform/contract/paging.ts';
import { contract } from '../../platform/contract/route.ts';
import { flag, text } from '../../platform/contract/values.ts';
import { exportedPackage, packagePlan, queuedPackage } from './setup-schemas.ts';

const access = 'setup.apply';
const tags = ['Setup packages'];
const setupPackage = { $ref: 'SetupPackage#' };

export const applyPackage = contract({
  method: 'POST',
  path: '/import/setup',
  access,
  tags,
  summary: 'Apply a setup package',
  description:
    'JSON, JSON5 or YAML (as application/yaml), as /docs/setup-package.schema.json describes it. The package is checked and queued; a mail reports the outcome. `plan=true` returns what it would change, and queues nothing.',
  query: query({ plan: withDefault(flag(), false, false) }),
  ownBody: { type: 'object', description: 'See /docs/setup-package.schema.json.' },
  response: { 200: packagePlan, 202: queuedPackage },
  config: { origin: 'setup' },
});

export const listPackages = contract({
  method: 'GET',
  path: '/import/setup',
  access,
  tags,
  summary: 'List setup packages',
  description: 'The newest first.',
  query: query(paging()),
  response: { 200: { type: 'array', items: setupPackage } },
});

export const showPackage = contract({
  method: 'GET',
  path: '/import/setup/:id',
  access,
  tags,
  summary: 'Show the status of a setup package',
  params: { id: { type: 'string' } },
  response: { 200: setupPackage },
});

export const exportSetup = contract({
  method: 'GET',
  path: '/export/setup',
  access,
  tags,
  summary: 'Export the setup package of the tenant',
  description: 'Sending it to POST /import/setup without edits changes nothing.',
  query: query({ owner: described(text(), 'E-mail address of the owner; default: an administrator.') }),
  response: { 200: exportedPackage },
});
