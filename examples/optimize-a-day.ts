/**
 * Plans the open tasks of the next days, prints what is proposed and why, and applies it when you say so.
 *
 *   OPENSLOT_API_KEY=os_… node --import tsx examples/optimize-a-day.ts 2026-06-01 2026-06-02 [apply]
 *
 * Nothing moves without `apply`. A move whose records have changed meanwhile is refused, and the rest stands.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from './connect.ts';

const client = connect();
const [start = '', end = start, apply] = process.argv.slice(2);

const { id } = await client.optimization.startFieldService({ body: { start, end, maxSeconds: 10 } });
let run = await client.optimization.getOptimization({ path: { id } });
while (run.status === 'queued' || run.status === 'running') {
  await delay(200);
  run = await client.optimization.getOptimization({ path: { id } });
}
if (!run.proposal) throw new Error(`The run ended as ${run.status}: ${run.reason}`);
for (const { no, action, task, resources, start: at, reason } of run.proposal.moves)
  console.log(`${no}  ${action} ${task.jobNo}/${task.taskNo}  ${resources.join(', ')}  ${at ?? ''}  ${reason}`);
for (const { task, reasons } of run.proposal.unassigned)
  console.log(`-  ${task.jobNo}/${task.taskNo} is left: ${reasons.join(' ')}`);
if (apply === 'apply') {
  const { applied, refused } = await client.optimization.applyOptimization({ path: { id }, body: {} });
  console.log(`${applied.length} applied, ${refused.length} refused`);
}
