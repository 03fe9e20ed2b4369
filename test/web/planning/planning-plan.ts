import { aCall, type TestTenant } from '../../support/service.ts';

const KEY = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1' };

export interface PlannedBar {
  readonly task: string;
  readonly resource: string;
  readonly start: string;
  readonly end: string;
  readonly more?: Record<string, unknown>;
}

/** Anna, Ben and Carla, one job, a task for each bar and one that is still open. */
export async function aPlan(
  tenant: TestTenant,
  bars: readonly PlannedBar[],
  names: Record<string, string> = {},
): Promise<void> {
  const people = { ANNA: 'Anna', BEN: 'Ben', CARLA: 'Carla', ...names };
  const answer = await tenant.client.import([
    aCall('mboc_upsertCategory', { CategoryName: 'Repair', DisplayName: 'Repair', CategoryHexColor: '#f59f00' }),
    aCall('mboc_upsertJob', { ...KEY, ShortDescription: 'Boilers', CustomerName: 'Astoria', SiteCity: 'Gent' }),
    ...Object.entries(people).map(([ResourceNo, DisplayName]) =>
      aCall('mboc_upsertResource', { ResourceNo, DisplayName }),
    ),
    aCall('mboc_upsertTask', { ...KEY, TaskNo: 'OPEN', ShortDescription: 'Still to plan', DurationInSeconds: 7200 }),
    ...bars.flatMap(({ task, resource, start, end, more }, i) => [
      aCall('mboc_upsertTask', {
        ...KEY,
        TaskNo: `T${i}`,
        ShortDescription: `Task ${i}`,
        Subject: task,
        Category: 'Repair',
        RequiredTotalDurationInSeconds: 60,
      }),
      aCall('mboc_upsertAppointment', {
        ...KEY,
        TaskNo: `T${i}`,
        ResourceNo: resource,
        Start: start,
        End: end,
        ...more,
      }),
    ]),
  ]);
  if (answer.status !== 200) throw new Error(answer.text);
}

export interface StoredBar {
  readonly id: number;
  readonly subject: string;
  readonly start: string;
  readonly end: string;
  readonly resources: readonly string[];
  readonly locked: boolean;
}

/** What is stored, as the API shows it, by subject. */
export async function storedBars(tenant: TestTenant, start: string, end: string): Promise<Map<string, StoredBar>> {
  const { body } = await tenant.client.get(`/board?start=${start}&end=${end}`);
  return new Map((body.appointments as StoredBar[]).map((bar) => [bar.subject, bar]));
}
