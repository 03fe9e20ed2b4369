import { refuse } from '../../domain/errors.ts';
import { Invalid, parseInstant } from '../../domain/values/parse.ts';
import type { Replay } from './delivery-store.ts';
import type { ReplayBody } from './receivers-contract.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

/** The deliveries that a body selects: by ids, or by a range of change numbers or times. */
export function replayOf({ deliveryId: id, deliveryIds: chosen, from, to }: ReplayBody, zone: string): Replay {
  if (id !== undefined) {
    if (from !== undefined || to !== undefined || chosen.length > 0)
      throw refuse('REQ014', 'deliveryId: send one of deliveryId, deliveryIds, or from and to.', 'deliveryId');
    if (!isUuid(id)) throw refuse('APP001', `There is no delivery ${id.slice(0, 50)}.`, 'deliveryId');
    return { ids: [id] };
  }
  if (chosen.length > 0) {
    const odd = chosen.find((each) => !isUuid(each));
    if (odd !== undefined) throw refuse('APP001', `There is no delivery ${odd.slice(0, 50)}.`, 'deliveryIds');
    return { ids: chosen };
  }
  if (from === undefined || to === undefined)
    throw refuse(
      'REQ015',
      'deliveryId, deliveryIds, or from and to, are required.',
      from === undefined ? 'from' : 'to',
    );
  if (/^\d+$/.test(from) && /^\d+$/.test(to)) {
    const [fromNo, toNo] = [Number(from), Number(to)];
    if (!(fromNo <= toNo && toNo <= Number.MAX_SAFE_INTEGER))
      throw refuse('REQ014', 'to: must not be before from.', 'to');
    return { fromNo, toNo };
  }
  const moment = (name: string, text: string): number => {
    const parsed = parseInstant(text, zone);
    if (parsed instanceof Invalid || parsed === null)
      throw refuse('REQ014', `${name}: must be a change number or a time; from and to must be of the same kind.`, name);
    return Date.parse(parsed);
  };
  const range = { fromAt: moment('from', from), toAt: moment('to', to) };
  if (range.fromAt > range.toAt) throw refuse('REQ014', 'to: must not be before from.', 'to');
  return range;
}
