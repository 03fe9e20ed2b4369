import { createHash } from 'node:crypto';
import { model as modelNamed } from '../../records/derive/model.ts';
import { findByKeys } from '../../records/storage/record-store.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';

/** Letters and digits that nobody mistakes for each other on the phone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** The number follows from the GUID, so that the same appointment, made again, has the same number. */
function numberOf(guid: string, attempt: number): string {
  const digest = createHash('sha256').update(`${guid}/${attempt}`).digest();
  return Array.from({ length: 8 }, (_, i) => ALPHABET[digest.readUInt16BE(2 * i) % ALPHABET.length]).join('');
}

/** With a million appointments one in a million new numbers is taken: those are drawn again. */
export async function newNumbers(context: WriteContext, guids: readonly string[]): Promise<string[]> {
  const numbers: string[] = [];
  const used = new Set<string>();
  for (let attempt = 0; numbers.filter((number) => number !== undefined).length < guids.length; attempt++) {
    const drawn = guids.map((guid, i) => (numbers[i] === undefined ? numberOf(guid, attempt) : undefined));
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
