/**
 * An ERP in miniature: sends its master data, receives what planners do with it, books hours, and compares.
 *
 *   OPENSLOT_API_KEY=os_… node --import tsx examples/fake-erp/main.ts [port]
 *
 * Then type `send` (master data again), `decide` (on accepted hours), `reconcile` or `quit`. The service must be allowed to reach it:
 * OUTBOUND_ALLOW_PRIVATE=true where both run on one machine.
 */
import { createInterface } from 'node:readline';
import { ApiError } from '../../packages/client/src/index.ts';
import { connect } from '../connect.ts';
import { type Delivery, Receiver, Refused } from './deliveries.ts';
import { masterData, orders, SOURCE } from './master-data.ts';
import { reconcileOrders } from './reconcile.ts';
import { decideTime, takeTime } from './time-lines.ts';

const client = connect();

async function send(): Promise<void> {
  const { counts } = await client.import.importCalls({ body: masterData() });
  console.log(`sent: ${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged`);
}

/** Planned work of the ERP, by the GUID of the appointment. */
const plan = new Map<string, string>();

function takeAppointment({ AppointmentGuid = '', DatabaseAction, Task, StartDate, Resources = [] }: Delivery): void {
  if (DatabaseAction === 'D') {
    plan.delete(AppointmentGuid);
    console.log('planned work removed');
    return;
  }
  const order = orders.find(({ no }) => no === Task?.Job.JobNo);
  if (order?.isClosed) throw new Refused(`Order ${order.no} is closed.`);
  const who = Resources.map(({ ResourceNo }) => ResourceNo).join(', ');
  plan.set(AppointmentGuid, `${Task?.Job.JobNo}/${Task?.TaskNo} ${who} ${StartDate}`);
  console.log(`planned: ${plan.get(AppointmentGuid)}`);
}

const receiver = new Receiver(client, async (delivery) => {
  if (delivery.Entity === 'Appointment') takeAppointment(delivery);
  if (delivery.Entity === 'TimeEntry') await takeTime(client, delivery);
});

await send();
await receiver.open(Number(process.argv[2] ?? 8098), SOURCE.SourceApp);

const commands: Readonly<Record<string, () => Promise<void>>> = {
  send,
  decide: () => decideTime(client),
  reconcile: () => reconcileOrders(client),
};
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'quit') break;
  await commands[line]?.().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    console.error(`${error.code} ${error.message} (${error.parameter ?? 'no parameter'}, request ${error.requestId})`);
  });
}
await receiver.close();
// An open terminal would keep the process.
process.stdin.destroy();
