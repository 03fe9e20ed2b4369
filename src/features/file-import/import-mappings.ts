import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { keyable, storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { procedureNamed } from '../../records/derive/model.ts';
import type { MappingBody } from './contract.ts';
import { findMapping, mappingsOf, putMapping, removeMapping, type StoredMapping } from './import-mapping-store.ts';

const MOST_MAPPINGS = 200;
const LONGEST_NAME = 100;
const LONGEST_CONTENT = 65_536;

const shown = (mapping: StoredMapping, zone: string) => ({
  ...mapping,
  updatedAt: formatInstant(zone, mapping.updatedAt),
});

/** GET /importMapping */
export async function listMappings({ db }: HasDatabase, { tenantId, timeZone }: Caller) {
  return (await mappingsOf(db, tenantId)).map((mapping) => shown(mapping, timeZone));
}

/** GET /importMapping/{name} */
export async function showMapping({ db }: HasDatabase, { tenantId, timeZone }: Caller, name: string) {
  const found = isName(name) ? await findMapping(db, tenantId, name) : undefined;
  if (!found) throw unknown();
  return shown(found, timeZone);
}

/** PUT /importMapping/{name} */
export async function saveMapping({ db }: HasDatabase, caller: Caller, name: string, body: MappingBody) {
  if (!isName(name))
    throw refuse(
      'REQ008',
      `name: must have 1 to ${LONGEST_NAME} characters, without control characters and without spaces around it.`,
      'name',
    );
  const found = procedureNamed(body.procedure);
  if (found?.action !== 'upsert')
    throw refuse('REQ014', 'procedure: must be an import procedure that creates or updates records.', 'procedure');
  const mapping = {
    name,
    procedure: found.name,
    content: contentText(body.content),
    updatedBy: caller.actor,
  };
  const stored = await putMapping(db, caller.tenantId, mapping, MOST_MAPPINGS);
  if (!stored)
    throw refuse('REQ008', `The tenant has ${MOST_MAPPINGS} mappings, which is the limit. Delete one first.`, 'name');
  return shown(stored, caller.timeZone);
}

/** DELETE /importMapping/{name} */
export async function deleteMapping({ db }: HasDatabase, { tenantId }: Caller, name: string): Promise<void> {
  if (!isName(name) || !(await removeMapping(db, tenantId, name))) throw unknown();
}

const unknown = () => refuse('APP001', 'There is no saved mapping with this name.', 'name');

const isName = (name: string): boolean =>
  name.trim() === name && name !== '' && name.length <= LONGEST_NAME && !keyable(name) && !storable(name);

function contentText(content: unknown): string {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw refuse('REQ014', 'content: must be an object.', 'content');
  const text = JSON.stringify(content);
  if (text.length > LONGEST_CONTENT)
    throw refuse('REQ013', `content: must have at most ${LONGEST_CONTENT} characters as JSON.`, 'content');
  // PostgreSQL stores neither NUL nor lone surrogates in JSON; JSON.stringify writes both as escapes.
  if (/\\u(?:0000|d[89a-f][0-9a-f]{2})/i.test(text))
    throw refuse('REQ016', 'content: contains characters that cannot be stored.', 'content');
  return text;
}
