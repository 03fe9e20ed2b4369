import { hash } from 'node:crypto';
import { model as modelNamed } from '../../records/derive/model.ts';
import { findByKeys } from '../../records/storage/record-store.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';

/** Letters and digits that nobody mistakes for each other on the phone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** The number follows from the GUID, so that the same appointment, made again, has the same number. */
function numberOf(guid: string, attempt: number): string {
  const digest = hash('sha256', `${guid}/${attempt}`, 'buffer');
  let number = '';
  for (let at = 0; at < 16; at += 2) number += ALPHABET[digest.readUInt16BE(at) % ALPHABET.length];
  return number;
}

export interface Names {
  readonly guid: string;
  readonly no: string;
  /** What the number is in the database. */
  readonly key: string;
}

const drawn = (guid: string, attempt: number): Names => {
  const no = numberOf(guid, attempt);
  return { guid, no, key: recordKey([no]) };
};

/** Names that are probably free. */
export const drawNames = (guids: readonly string[]): Names[] => guids.map((guid) => drawn(guid, 0));

/** The names that are free: with a million appointments one in a million new numbers is taken, and those are drawn again. */
export async function freeNames(context: WriteContext, names: readonly Names[]): Promise<readonly Names[]> {
  const { tx, caller } = context;
  const free = [...names];
  let asked = names.map((_, i) => i);
  const used = new Set<string>();
  for (let attempt = 1; asked.length > 0; attempt++) {
    const keys = asked.map((i) => (free[i] as Names).key);
    const taken = await findByKeys(tx, caller.tenantId, modelNamed('Appointment'), keys);
    asked = asked.filter((i) => {
      const { guid, key } = free[i] as Names;
      const isFree = !taken.has(key) && !used.has(key);
      if (isFree) used.add(key);
      else free[i] = drawn(guid, attempt);
      return !isFree;
    });
  }
  return free;
}
