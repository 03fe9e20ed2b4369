import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { Sealer } from '../../platform/sealer.ts';
import { namesPerson, type Replacement } from './replace-texts.ts';

const unpack = promisify<Buffer, Buffer>(gunzip);

/** Bodies that are packed or encrypted cannot be changed in place: those that name the person are deleted. */
export async function deleteBodies(
  tx: Transaction,
  replacement: Replacement,
  sealer: Sealer,
): Promise<Map<string, number>> {
  const { tenantId } = replacement;
  const isNamed = namesPerson(replacement);
  const imports: number[] = [];
  // One body at a time: each may have a megabyte.
  const logged = await tx.query<{ id: number }>(
    'select id from import_log where tenant_id = $1 and payload is not null',
    [tenantId],
  );
  for (const { id } of logged) {
    const [row] = await tx.query<{ payload: Buffer }>(
      'select payload from import_log where tenant_id = $1 and id = $2',
      [tenantId, id],
    );
    if (row && isNamed((await unpack(row.payload)).toString('utf8'))) imports.push(id);
  }
  await tx.query('update import_log set payload = null where tenant_id = $1 and id = any($2)', [tenantId, imports]);
  const answers = await tx.query<{ key: string; body: string }>(
    'select key, body from idempotency where tenant_id = $1',
    [tenantId],
  );
  const named = answers.filter(({ body }) => isNamed(opened(sealer, body))).map(({ key }) => key);
  await tx.query('delete from idempotency where tenant_id = $1 and key = any($2)', [tenantId, named]);
  return new Map([
    ['import_log', imports.length],
    ['idempotency', named.length],
  ]);
}

function opened(sealer: Sealer, body: string): string {
  try {
    return sealer.open(body);
  } catch {
    return body;
  }
}
