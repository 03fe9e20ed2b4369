import { hash } from 'node:crypto';
import { model as modelNamed } from '../../records/derive/model.ts';
import { findByKeys } from '../../records/storage/record-store.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';

/** Letters and digits that nobody mistakes for each other on the phone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** The number follows from the GUID, so that the same appointment, made again, has the same number. */
export function numberOf(guid: string, attempt = 0): string {
  const digest = hash('sha256', `${guid}/${attempt}`, 'buffer');
  let number = '';
  for (let at = 0; at < 16; at += 2) number += ALPHABET[digest.readUInt16BE(at) % ALPHABET.length];
  return number;
}

interface Names {
  readonly guid: string;
  /** What was drawn first. */
  readonly no: string;
}

/** With a million appointments one in a million new numbers is taken: those are drawn again. */
export async function freeNumbers(context: WriteContext, names: readonly Names[]): Promise<string[]> {
  const numbers: string[] = [];
  const used = new Set<string>();
  for (let attempt = 0; used.size < names.length; attempt++) {
    const drawn = names.map(({ guid, no }, i) =>
      numbers[i] === undefined ? (attempt === 0 ? no : numberOf(guid, attempt)) : undefined,
    );
    const taken = await findByKeys(
      context.tx,
      context.caller.tenantId,
      modelNamed('Appointment'),
      drawn.filter((number) => number !== undefined).map((number) => recordKey([number])),
    );
    for (const [i, number] of drawn.entries()) {
      if (number === undefined || taken.has(recordKey([number])) || used.has(number)) continue;
      numbers[i] = number;
      used.add(number);
    }
  }
  return numbers;
}
