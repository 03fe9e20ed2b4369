import { dryRunQuery } from '../../platform/contract/dry-run.ts';
import { described, type Infer } from '../../platform/contract/kind.ts';
import { query } from '../../platform/contract/object.ts';
import { paging } from '../../platform/contract/paging.ts';
import { contract } from '../../platform/contract/route.ts';
import { instant } from '../../platform/contract/times.ts';
import { choice, text } from '../../platform/contract/values.ts';
import { writeHeaders } from '../../platform/http/api-schemas.ts';
import { partModels } from '../../records/derive/parts.ts';
import { notedImport, pendingPart, wholeImport } from './import-log-schemas.ts';
import { importOutcomes } from './import-outcomes.ts';

const tags = ['Import'];

/** The paths of older installations, for clients that still use them. */
export const olderPaths = ['/api/Import/Insert', '/api/Import/Execute'] as const;

/** The calls have a format of their own, which import-call.ts reads. */
export const importCalls = (most: number, olderPath?: (typeof olderPaths)[number]) =>
  contract({
    method: 'POST',
    path: olderPath ?? '/import',
    ...(olderPath ? { hide: true as const } : {}),
    access: 'records.import',
    tags,
    summary: 'Write records in a batch',
    description:
      'Calls of named procedures, in order, all or nothing. `Prefer: handling=lenient` stores the valid calls and reports the others; `handling=strict` rejects calls that would be ignored, and text beyond its documented length.',
    headers: writeHeaders,
    query: dryRunQuery,
    ownBody: { type: 'array', items: { $ref: 'ImportCall#' }, maxItems: most },
    response: { 200: { $ref: 'WriteAnswer#' } },
    config: { origin: 'import', most: { items: most, what: 'calls' }, repeated: 'ParameterNames' },
  });

const importLogQuery = query({
  outcome: choice(importOutcomes),
  caller: described(text(), 'Part of the name of the user or key that sent it.'),
  since: described(instant(), 'A date, or a date and time.'),
  ...paging(),
});
export type ImportLogQuery = Infer<typeof importLogQuery>;

export const listImports = contract({
  method: 'GET',
  path: '/import/log',
  access: 'imports.manage',
  tags,
  summary: 'List imports',
  description:
    'Newest first, including refused imports, without dry runs. Kept for IMPORT_LOG_KEEP_DAYS. A key that is limited to source systems sees only its own imports.',
  query: importLogQuery,
  response: { 200: { type: 'array', items: notedImport } },
});

export const showImport = contract({
  method: 'GET',
  path: '/import/log/:id',
  access: 'imports.manage',
  tags,
  summary: 'Show an import with its body',
  params: { id: { type: 'string' } },
  response: { 200: wholeImport },
});

const pendingPartsQuery = query({ entity: choice(partModels.map(({ name }) => name)), ...paging() });
export type PendingPartsQuery = Infer<typeof pendingPartsQuery>;

export const listPendingParts = contract({
  method: 'GET',
  path: '/pendingPart',
  access: 'imports.manage',
  tags,
  summary: 'List the parts that wait for their record',
  description:
    'Filter values, URIs and container memberships that arrived before the record that they belong to, newest first. The route of each of them lists its own with pending=true.',
  query: pendingPartsQuery,
  response: { 200: { type: 'array', items: pendingPart } },
});

export const removePendingPart = contract({
  method: 'DELETE',
  path: '/pendingPart/:id',
  access: 'imports.manage',
  tags,
  summary: 'Delete a part that waits for its record',
  params: { id: { type: 'string' } },
  response: { 200: pendingPart },
});
