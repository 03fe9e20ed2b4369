import { afterAll, beforeAll, expect } from 'vitest';
import { aCall, sharedService, type TestService } from '../support/service.ts';
import { type Recorded, readsContent, testClient } from './recorded.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const JOB = { SourceApp: 'BC', SourceType: 'ORDER', JobNo: 'SO-100' };
const TASK = { ...JOB, TaskNo: '10000' };
const LONG = 'Annual inspection of the heating installation, roof level, access by the inner court, keys at reception';
const importing = (what: string, ...calls: unknown[]): Recorded => ({
  what,
  path: '/import',
  body: calls,
  reads: readsContent,
});

testClient(
  {
    name: 'Business Central integration',
    credential: ({ tenant }) => ({ 'X-API-KEY': tenant.key }),
    suite: [
      () =>
        importing(
          'filter values before their resource and task',
          aCall('mboc_upsertResourceFilterValue', {
            SourceApp: 'BC',
            SourceType: 'RES',
            ResourceNo: 'BC-R1',
            FilterGroup: 'Skill',
            FilterValue: 'Heating',
            TransferToTemp: '1',
          }),
          aCall('mboc_upsertTaskFilterValue', {
            ...TASK,
            FilterGroup: 'Skill',
            FilterValue: 'Heating',
            TransferToTemp: '1',
          }),
        ),
      () =>
        importing(
          'then the resource',
          aCall('mboc_upsertResource', {
            ResourceNo: 'BC-R1',
            ResourceName: 'Bert',
            FreeDecimal6: '6.5',
            FreeDecimal10: '10',
            InServiceFrom: '0001-01-01T00:00:00',
            InServiceTill: '0001-01-01T00:00:00',
          }),
        ),
      () =>
        importing(
          'job and task without a short description, with a description of 100 characters',
          aCall('mboc_upsertJob', { ...JOB, ShortDescription: '', Name: LONG, CustomerName: LONG }),
          aCall('mboc_upsertTask', { ...TASK, ShortDescription: '', Description: LONG, ServiceName: LONG }),
        ),
      () => ({
        what: 'the resource has its skill',
        method: 'GET',
        path: '/resourceFilterValue?resourceNo=BC-R1',
        reads: (answer) =>
          expect(answer.body).toMatchObject([{ resourceNo: 'BC-R1', filterGroup: 'Skill', filterValue: 'Heating' }]),
      }),
      () => ({
        what: 'the task has its requirement',
        method: 'GET',
        path: '/taskFilterValue?jobNo=SO-100',
        reads: (answer) => expect(answer.body).toMatchObject([{ taskNo: '10000', filterValue: 'Heating' }]),
      }),
      () => ({
        what: 'nothing was cut',
        method: 'GET',
        path: '/job/SO-100',
        reads: (answer) => expect(answer.body).toMatchObject({ shortDescription: '', name: LONG, customerName: LONG }),
      }),
      () => ({
        what: 'the free decimals were kept',
        method: 'GET',
        path: '/resource/BC-R1',
        reads: (answer) =>
          expect(answer.body).toMatchObject({
            freeDecimal6: 6.5,
            freeDecimal10: 10,
            inServiceFrom: null,
            inServiceTill: null,
          }),
      }),
      () =>
        importing(
          'all values cleared and sent again',
          aCall('mboc_ClearResourceFilterValue', { ResourceNo: 'BC-R1' }),
          aCall('mboc_upsertResourceFilterValue', {
            ResourceNo: 'BC-R1',
            FilterGroup: 'Skill',
            FilterValue: 'Heating',
          }),
        ),
    ],
  },
  () => service,
);
