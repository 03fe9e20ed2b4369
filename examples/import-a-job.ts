/**
 * Sends a job and its task in one batch, then reads the task back.
 *
 *   OPENSLOT_API_KEY=os_… node --import tsx examples/import-a-job.ts
 *
 * Run it twice: the second time every call is `unchanged`, because nothing differs from what is stored.
 */
import { importCall } from '../packages/client/src/index.ts';
import { connect } from './connect.ts';

const client = connect();
const job = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J-1001' };
const { results } = await client.import.importCalls({
  body: [
    importCall('mboc_upsertJob', {
      ...job,
      ShortDescription: 'Pump maintenance',
      SiteCity: 'Ghent',
      SiteCountry: 'BE',
    }),
    importCall('mboc_upsertTask', {
      ...job,
      TaskNo: 'T-1',
      ShortDescription: 'Replace the seal',
      DurationInSeconds: 7200,
    }),
  ],
});
for (const { procedure, key, outcome } of results) console.log(`${procedure}  ${key}  ${outcome}`);

const task = await client.task.getTask({
  path: { taskNo: 'T-1' },
  query: { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J-1001' },
});
console.log(`${task.taskNo}: ${task.shortDescription}, ${task.durationInSeconds / 3600} h, version ${task.version}`);
