import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from '../../records/builders.ts';
import { runs } from '../../support/random-cases.ts';
import { aCall, sharedService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
  service.setNow('2026-06-01T05:00:00Z');
});
afterAll(() => service.close());

const at = (quarter: number): string => new Date(Date.parse('2026-06-01T06:00:00Z') + quarter * 900_000).toISOString();
const spot = (prefix: string, n: number) => ({
  [`${prefix}AddressGeoLat`]: 50.7 + (n % 10) / 30,
  [`${prefix}AddressGeoLong`]: 4.2 + Math.floor(n / 10) / 20,
});

const aRandomTask = fc.record({
  place: fc.nat(99),
  minutes: fc.integer({ min: 3, max: 24 }).map((n) => n * 10),
  importance: fc.nat(2),
  team: fc.constantFrom(0, 0, 0, 2),
  skill: fc.boolean(),
  /** When the customer wants it, in quarters after eight. */
  wanted: fc.option(fc.tuple(fc.nat(60), fc.integer({ min: 16, max: 40 })), { nil: undefined }),
  dead: fc.option(fc.nat(1), { nil: undefined }),
  /** Who does it now, and when. */
  planned: fc.option(fc.tuple(fc.nat(2), fc.nat(28)), { nil: undefined }),
  isLocked: fc.constantFrom(false, false, true),
  waitsForFirst: fc.constantFrom(false, false, false, true),
});

const VIOLATIONS = [
  'overlap',
  'travelTooShort',
  'missingRequirement',
  'unwantedResource',
  'outOfService',
  'certificateInvalid',
  'outsideAllowed',
];

test('whatever the plan holds, a run ends with a proposal that keeps to the rules; applied at once it is applied whole and breaks no rule', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aRandomTask, { minLength: 3, maxLength: 9 }),
      fc.nat(99),
      fc.record({
        overtimeMinutes: fc.constantFrom(0, 60),
        commuteIsWork: fc.boolean(),
        seed: fc.nat(1000),
        objective: fc.constantFrom({}, { balance: 2 }, { disruption: 0 }, { travel: 5, served: 0.1 }),
      }),
      async (tasks, home, options) => {
        const { client, tenant } = await service.tenant({ timeZone: 'Europe/Brussels' });
        await client.import([
          ...['A', 'B', 'C'].map((no, i) => aResource(no, spot('Home', home + 7 * i))),
          aCall('mboc_upsertResourceFilterValue', { ResourceNo: 'A', FilterGroup: 'Skill', FilterValue: 'Gas' }),
          ...tasks.flatMap((task, i) => [
            aJob(`J${i}`, spot('Site', task.place)),
            aTask(`J${i}`, 'T', {
              DurationInSeconds: task.minutes * 60,
              Importance: task.importance,
              RequiredNoResources: task.team,
              ...(task.wanted
                ? { RequestedStartDate: at(task.wanted[0]), RequestedEndDate: at(task.wanted[0] + task.wanted[1]) }
                : {}),
              ...(task.dead === undefined ? {} : { DeadLine: `2026-06-0${task.dead + 1}` }),
            }),
            ...(task.skill ? [aTaskFilter(`J${i}`, 'T', 'Gas')] : []),
          ]),
          ...tasks.flatMap((task, i) =>
            task.waitsForFirst && i > 0
              ? [
                  aCall('mboc_upsertTaskDependency', {
                    ...taskKey(`J${i}`, 'T'),
                    PredecessorJobNo: 'J0',
                    PredecessorTaskNo: 'T',
                  }),
                ]
              : [],
          ),
          ...tasks.flatMap(({ planned, minutes, isLocked }, i) =>
            planned
              ? [
                  aCall('mboc_upsertAppointment', {
                    ...taskKey(`J${i}`, 'T'),
                    ResourceNo: ['A', 'B', 'C'][planned[0]],
                    Start: at(planned[1]),
                    End: new Date(Date.parse(at(planned[1])) + minutes * 60_000).toISOString(),
                    Locked: isLocked,
                  }),
                ]
              : [],
          ),
        ]);
        const violations = async () =>
          (await client.get('/violations?start=2026-06-01&end=2026-06-05')).body
            .filter(({ rule }: { rule: string }) => VIOLATIONS.includes(rule))
            .map(
              ({ rule, appointment }: { rule: string; appointment: { id: number } | null }) =>
                `${rule} ${appointment?.id}`,
            );
        const locked = () =>
          service.deps.db.query(
            'select id, start, "end", version from appointment where tenant_id = $1 and locked order by id',
            [tenant.id],
          );
        const [before, stays] = [await violations(), await locked()];
        const started = await client.post('/optimization/fieldService', {
          start: '2026-06-01',
          end: '2026-06-02',
          iterations: 200,
          ...options,
        });
        expect(started.status, started.text).toBe(202);
        await service.work();
        const run = (await client.get(started.body.href)).body;
        expect(run.status, run.reason).toBe('done');
        const answer = await client.post(`${started.body.href}/apply`, {});
        expect(answer.status, answer.text).toBe(200);
        expect(answer.body.refused).toEqual([]);
        expect(answer.body.applied).toHaveLength(run.proposal.moves.length);
        const worse = (await violations()).filter((each: string) => !before.includes(each));
        expect(worse, JSON.stringify(run.proposal.moves)).toEqual([]);
        expect(await locked()).toEqual(stays);
      },
    ),
    { numRuns: runs(5, 12) },
  );
});
