import fc from 'fast-check';
import type { SentCall } from '../../../src/records/writing/sent-call.ts';

/** Random batches over a key space so small that calls meet all the time. */
export const sent = (procedure: string, record: Readonly<Record<string, unknown>>): SentCall => ({
  procedure,
  names: Object.keys(record),
  values: Object.values(record),
});

const two = fc.constantFrom('1', '2');
const job = two.map((n) => ({ SourceApp: 'ERP', SourceType: 'S', JobNo: `J${n}` }));
const task = fc.tuple(job, two).map(([of, n]) => ({ ...of, TaskNo: `T${n}` }));
const word = fc.constantFrom('a', 'b');
/** Some calls send more than others: they are of another shape and end up in another group. */
const sometimes = (name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc.oneof(
    fc.constant({}),
    value.map((each) => ({ [name]: each })),
  );

const call = (procedure: string, ...parts: fc.Arbitrary<Readonly<Record<string, unknown>>>[]): fc.Arbitrary<SentCall> =>
  fc.tuple(...parts).map((records) => sent(procedure, Object.assign({}, ...records)));

const described = word.map((text) => ({ ShortDescription: text }));
const value = fc.tuple(task, word).map(([of, name]) => ({ ...of, FilterGroup: 'G', FilterValue: name }));

const upsertJob = call('mboc_upsertJob', job, described, sometimes('Note', word));
const deleteJob = call('mboc_deleteJob', job);
const upsertTask = call('mboc_upsertTask', task, sometimes('ShortDescription', word), sometimes('Note', word));
const deleteTask = call('mboc_deleteTask', task);
const lockTask = call(
  'mboc_updateTaskLocked',
  task,
  fc.boolean().map((Locked) => ({ Locked })),
);
export const upsertTaskValue = call('mboc_upsertTaskFilterValue', value);
export const deleteTaskValue = call('mboc_deleteTaskFilterValue', value);
export const clearTaskValues = call('mboc_ClearTaskFilterValue', task);
/** A task that makes its job where there is none. */
export const upsertTaskWithJob = call(
  'mboc_upsertTask',
  task,
  described,
  fc.constant({ CreateJob: true }),
  sometimes('Note', word),
);

const group = fc.constant({ GroupName: 'G' });
export const filters = fc.oneof(
  call('mboc_upsertFilterGroup', group, sometimes('ColumnNo', fc.constantFrom(1, 2))),
  call(
    'mboc_upsertFilterValue',
    word.map((name) => ({ FilterGroupName: 'G', FilterValue: name })),
  ),
  call(
    'mboc_deleteFilterValue',
    word.map((name) => ({ FilterGroupName: 'G', FilterValue: name })),
  ),
);

const calendar = fc.constantFrom('C1', 'C2', 'C3');
/** A parent always has the smaller number, so that none stands above itself. */
export const calendars = fc.oneof(
  call(
    'mboc_upsertCalendar',
    calendar.chain((code) =>
      sometimes('ParentCode', fc.constantFrom('', ...['C1', 'C2'].filter((parent) => parent < code))).map((parent) => ({
        CalendarCode: code,
        ...parent,
      })),
    ),
    sometimes('Name', word),
  ),
  call(
    'mboc_deleteCalendar',
    calendar.map((CalendarCode) => ({ CalendarCode })),
  ),
);

export const categories = fc.oneof(
  call(
    'mboc_upsertCategory',
    word.map((name) => ({ CategoryName: name, DisplayName: name, CategoryHexColor: '#000000' })),
  ),
  call(
    'mboc_deleteCategory',
    word.map((CategoryName) => ({ CategoryName })),
  ),
  call(
    'mboc_upsertJob',
    job,
    described,
    word.map((Category) => ({ Category })),
  ),
);

const type = word.map((ResourceType) => ({ ResourceType }));
export const resources = fc.oneof(
  call(
    'mboc_upsertResource',
    two.map((n) => ({ ResourceNo: `R${n}` })),
    sometimes('ResourceType', word),
    sometimes('Phone', word),
  ),
  call(
    'mboc_deleteResource',
    two.map((n) => ({ ResourceNo: `R${n}` })),
  ),
  call('mboc_upsertResourceType', type, sometimes('DisplayName', word)),
  call('mboc_deleteResourceType', type),
);

export const jobsAndTasks = fc.oneof(
  { arbitrary: upsertJob, weight: 3 },
  { arbitrary: upsertTask, weight: 4 },
  { arbitrary: upsertTaskValue, weight: 5 },
  { arbitrary: deleteTaskValue, weight: 2 },
  { arbitrary: clearTaskValues, weight: 3 },
  lockTask,
  deleteJob,
  deleteTask,
);
export const batchOf = (calls: fc.Arbitrary<SentCall>, maxLength = 14): fc.Arbitrary<SentCall[]> =>
  fc.array(calls, { minLength: 1, maxLength });
