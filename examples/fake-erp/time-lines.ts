import { type Client, importCall } from '../../packages/client/src/index.ts';
import type { Delivery } from './deliveries.ts';
import { orders, SOURCE } from './master-data.ts';

/** Status of a time entry: a handshake in two rounds (docs/guides/time.md). */
const SUBMITTING = 1;
const ACCEPTED = 2;
const FAILED = 3;
const APPROVED = 4;
const REJECTED = 5;

const LONGEST_DAY_HOURS = 10;

/** Lines of the time sheet of the ERP, by their number. */
const lines = new Map<string, { readonly hours: number; isDecided: boolean }>();

const write = (client: Client, values: Record<string, string | number>) =>
  client.import.importCalls({ body: [importCall('mboc_upsertTimeEntry', { ...SOURCE, ...values })] });

/** The first round: the ERP takes a submitted entry in as a line, or refuses it with a reason. */
export async function takeTime(client: Client, delivery: Delivery): Promise<void> {
  // Its own answers come back as deliveries too.
  if (delivery.Status !== SUBMITTING || delivery.TimeEntryId === undefined) return;
  const { TimeEntryId, JobNo, DurationInSeconds = 0 } = delivery;
  if (orders.find(({ no }) => no === JobNo)?.isClosed !== false) {
    await write(client, { TimeEntryId, Status: FAILED, Message: `Order ${JobNo} is closed.` });
    console.log(`time entry ${TimeEntryId} failed: order ${JobNo} is closed`);
    return;
  }
  const line = `LINE-${TimeEntryId}`;
  // Booked first, then reported: an entry that is shown as accepted has its line.
  lines.set(line, { hours: DurationInSeconds / 3600, isDecided: false });
  await write(client, { TimeEntryId, BackofficeID: line, Status: ACCEPTED });
  console.log(`time entry ${TimeEntryId} accepted as ${line}`);
}

/** The second round, when somebody in the office looks at the lines: they are known by the number that the ERP gave them. */
export async function decideTime(client: Client): Promise<void> {
  for (const [line, { hours, isDecided }] of lines) {
    if (isDecided) continue;
    const isTooLong = hours > LONGEST_DAY_HOURS;
    const decision = isTooLong ? { Status: REJECTED, Message: `${hours} hours are too many.` } : { Status: APPROVED };
    await write(client, { BackofficeID: line, ...decision });
    lines.set(line, { hours, isDecided: true });
    console.log(`${line} ${isTooLong ? 'rejected' : 'approved'}`);
  }
}
