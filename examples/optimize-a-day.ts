/**
 * Plans the open tasks of the next days, prints what is proposed and why, and applies it when you say so.
 *
 *   OPENSLOT_API_KEY=os_… node --import tsx examples/optimize-a-day.ts 2026-06-01 2026-06-02 [apply]
 *
 * Nothing moves without `apply`. A move whose records have changed meanwhile is refused, and the rest stands.
 */
const url = process.env['OPENSLOT_URL'] ?? 'http://127.0.0.1:8080';
const key = process.env['OPENSLOT_API_KEY'];
const [start, end = start, apply] = process.argv.slice(2);
if (!key) {
  console.error('Set OPENSLOT_API_KEY to an API key of your tenant.');
  process.exit(1);
}

interface Move {
  readonly no: number;
  readonly action: string;
  readonly task: { jobNo: string; taskNo: string };
  readonly resources: readonly string[];
  readonly start: string | null;
  readonly reason: string;
}

interface Run {
  readonly id: number;
  readonly status: string;
  readonly reason: string | null;
  readonly proposal: {
    readonly moves: readonly Move[];
    readonly unassigned: readonly { task: { jobNo: string; taskNo: string }; reasons: readonly string[] }[];
  } | null;
}

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'X-API-KEY': key as string, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const started = await send<{ href: string }>('POST', '/optimization/fieldService', { start, end, maxSeconds: 10 });
let run = await send<Run>('GET', started.href);
while (run.status === 'queued' || run.status === 'running') {
  await new Promise((wake) => setTimeout(wake, 200));
  run = await send<Run>('GET', started.href);
}
if (!run.proposal) throw new Error(`The run ended as ${run.status}: ${run.reason}`);
for (const { no, action, task, resources, start: at, reason } of run.proposal.moves)
  console.log(`${no}  ${action} ${task.jobNo}/${task.taskNo}  ${resources.join(', ')}  ${at ?? ''}  ${reason}`);
for (const { task, reasons } of run.proposal.unassigned)
  console.log(`-  ${task.jobNo}/${task.taskNo} is left: ${reasons.join(' ')}`);
if (apply === 'apply') {
  const { applied, refused } = await send<{ applied: unknown[]; refused: { no: number; reason: string }[] }>(
    'POST',
    `/optimization/${run.id}/apply`,
    {},
  );
  console.log(`${applied.length} applied, ${refused.length} refused`);
}
