import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aJob, jobKey } from '../../records/builders.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
  await erp.client.import([aJob('J1'), aJob('J2')]);
  // Each in a write of its own: they differ in when they were made.
  for (const [i, code] of ['C', 'A', 'D', 'B', 'E'].entries())
    await erp.client.import([
      aCall('mboc_upsertNotification', {
        ...jobKey(i < 3 ? 'J1' : 'J2'),
        NotificationCode: code,
        NotificationText: `Text ${code}`,
        NotificationType: i % 3,
        NotificationDate: `2026-06-0${5 - i}T08:00`,
      }),
    ]);
});
afterAll(() => service.close());

async function codes(query: string): Promise<string[]> {
  const answer = await erp.client.get(`/notification?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.map(({ code }: { code: string }) => code);
}
const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));

describe('GET /notification', () => {
  test.each([
    ['sort=createdAt:desc', ['E', 'B', 'D', 'A', 'C']],
    ['sort=createdAt', ['C', 'A', 'D', 'B', 'E']],
    ['sort=code:asc', ['A', 'B', 'C', 'D', 'E']],
    ['sort=Type:desc,Code', ['D', 'A', 'E', 'B', 'C']],
    ['sort=date', ['E', 'B', 'D', 'A', 'C']],
    [`sort=${json([{ property: 'code', direction: 'DESC' }])}`, ['E', 'D', 'C', 'B', 'A']],
    [`sort=${encodeURIComponent("[{'property':'code','direction':'DESC'}]")}`, ['E', 'D', 'C', 'B', 'A']],
  ])('is in the order of %s', async (query, wanted) => {
    expect(await codes(query)).toEqual(wanted);
  });

  test.each([
    ['sort=code&limit=2', ['A', 'B']],
    ['sort=code&limit=2&page=2', ['C', 'D']],
    ['sort=code&limit=2&page=3', ['E']],
    ['sort=code&limit=2&page=4', []],
    ['sort=code&limit=0', []],
    ['sort=code&page=1', ['A', 'B', 'C', 'D', 'E']],
    ['sort=createdAt:desc&page=1&limit=1', ['E']],
  ])('gives of %s its page, and the total of all', async (query, wanted) => {
    expect(await codes(query)).toEqual(wanted);
    expect((await erp.client.get(`/notification?${query}`)).headers.get('x-total-count')).toBe('5');
  });

  test.each([
    ['sort=code&jobNo=j1', ['A', 'C', 'D']],
    ['sort=code&type=0', ['B', 'C']],
    [`sort=code&filter=${json([{ property: 'text', operator: 'like', value: 'text e' }])}`, ['E']],
    [`sort=code&filter=${json([{ property: 'date', operator: '>=', value: '2026-06-04' }])}`, ['A', 'C']],
    [`sort=code&limit=1&page=2&jobNo=J2`, ['E']],
  ])('finds with %s', async (query, wanted) => {
    expect(await codes(query)).toEqual(wanted);
  });

  test('walks page by page through all, each once, whatever the size of a page', async () => {
    for (const limit of [1, 2, 3, 5, 9]) {
      const seen: string[] = [];
      for (let page = 1; ; page++) {
        const found = await codes(`sort=type&limit=${limit}&page=${page}`);
        if (found.length === 0) break;
        seen.push(...found);
      }
      expect([...seen].sort()).toEqual(['A', 'B', 'C', 'D', 'E']);
    }
  });

  test.each(['page=0', 'page=x', 'limit=-1', 'limit=10001', 'sort=colour', 'sort=code:up', 'filter=x'])(
    'refuses %s',
    async (query) => {
      const answer = await erp.client.get(`/notification?${query}`);
      expect([answer.status, answer.body.Code, answer.body.parameter]).toEqual([400, 'REQ008', query.split('=')[0]]);
    },
  );
});
