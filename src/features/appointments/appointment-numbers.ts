import { hash } from 'node:crypto';
import { type Call, sentValue } from '../../records/writing/call.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { withColumns } from '../../records/writing/reshape.ts';

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

/** Names of new appointments, no number twice. Some may be taken: with a million appointments, one number in a million is. */
export function drawNames(guids: readonly string[]): Names[] {
  const used = new Set<string>();
  const names: Names[] = [];
  for (const guid of guids) {
    let no = numberOf(guid, 0);
    for (let attempt = 1; used.has(no); attempt++) no = numberOf(guid, attempt);
    used.add(no);
    names.push({ guid, no, key: recordKey([no]) });
  }
  return names;
}

/** Nobody meets so many numbers that are taken. */
const MOST_ATTEMPTS = 100;

/** The same new appointment under the number that follows where its own is taken. */
export function withNextNumber(call: Call): Call {
  const guid = String(sentValue(call, 'appointmentGuid'));
  const taken = sentValue(call, 'appointmentNo');
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    if (numberOf(guid, attempt) !== taken) continue;
    const no = numberOf(guid, attempt + 1);
    return withColumns(call, { appointmentNo: no }, recordKey([no]), { shownKey: no });
  }
  throw new Error(`the number ${taken} was not drawn for the appointment ${guid}`);
}
