/**
 * Sends a job and its task in one batch, then reads the task back.
 *
 *   OPENSLOT_API_KEY=os_… node --import tsx examples/import-a-job.ts
 *
 * Run it twice: the second time every call is `unchanged`, because nothing differs from what is stored.
 */
const url = process.env['OPENSLOT_URL'] ?? 'http://127.0.0.1:8080';
const key = process.env['OPENSLOT_API_KEY'];
if (!key) {
  console.error('Set OPENSLOT_API_KEY to an API key of your tenant.');
  process.exit(1);
}

interface ImportAnswer {
  readonly results: readonly { procedure: string; key: string; outcome: string }[];
}

interface Task {
  readonly taskNo: string;
  readonly shortDescription: string;
  readonly durationInSeconds: number;
  readonly version: number;
}

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'X-API-KEY': key as string, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T & { Code?: string; message?: string };
  if (!response.ok) throw new Error(`${response.status} ${answer.Code}: ${answer.message}`);
  return answer;
}

/** An import call names its parameters and gives their values in the same order. */
const call = (procedure: string, values: Record<string, string>) => ({
  StoredProcedureName: procedure,
  ParameterNames: Object.keys(values),
  ParameterValues: Object.values(values),
});

const job = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J-1001' };
const { results } = await send<ImportAnswer>('POST', '/import', [
  call('mboc_upsertJob', { ...job, ShortDescription: 'Pump maintenance', SiteCity: 'Ghent', SiteCountry: 'BE' }),
  call('mboc_upsertTask', { ...job, TaskNo: 'T-1', ShortDescription: 'Replace the seal', DurationInSeconds: '7200' }),
]);
for (const { procedure, key: record, outcome } of results) console.log(`${procedure}  ${record}  ${outcome}`);

const task = await send<Task>('GET', '/task/T-1?sourceApp=ERP&sourceType=SERVICE&jobNo=J-1001');
console.log(`${task.taskNo}: ${task.shortDescription}, ${task.durationInSeconds / 3600} h, version ${task.version}`);
