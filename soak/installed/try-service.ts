import { setTimeout as delay } from 'node:timers/promises';

/** What a try of a running service read. */
export interface Tried {
  readonly resources: number;
  readonly appointments: number;
}

/** Loads the demo, imports a job, and reads both: what shows that an installation works. `credential` is an API key of an administrator. */
export async function tryService(address: string, credential: string): Promise<Tried> {
  const call = async <T>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<T> => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { 'x-api-key': credential, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };

  const { href } = await call<{ href: string }>('/demo', undefined, 'POST');
  for (let status = ''; status !== 'done'; await delay(100)) {
    const job = await call<{ status: string; error: unknown }>(href);
    status = job.status;
    if (status === 'failed') throw new Error(`the demo was not loaded: ${JSON.stringify(job.error)}`);
  }
  await call('/import', [
    {
      StoredProcedureName: 'mboc_upsertJob',
      ParameterNames: ['SourceApp', 'SourceType', 'JobNo', 'ShortDescription'],
      ParameterValues: ['TRY', 'SERVICE', 'TRY-1', 'Imported'],
    },
  ]);
  const jobs = await call<{ jobNo: string }[]>('/job?limit=1000');
  if (!jobs.some(({ jobNo }) => jobNo === 'TRY-1')) throw new Error('the imported job is not listed');

  const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const board = await call<{ appointments: unknown[] }>(`/board?start=${day(-7)}&end=${day(7)}`);
  const resources = await call<unknown[]>('/resource');
  if (board.appointments.length === 0 || resources.length === 0) throw new Error('the board of the demo is empty');

  const page = await fetch(`${address}/app/`);
  if (!page.ok || !(await page.text()).includes('<script')) throw new Error('the web application is not served');
  return { resources: resources.length, appointments: board.appointments.length };
}
