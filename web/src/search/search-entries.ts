import type { Paths } from '../api/schema.ts';
import type { SearchTexts } from './texts.ts';

export type SearchAnswer = Paths['/search']['get']['answer'];

/** Where a result leads: to an address, or to another search. */
export type Target =
  | { readonly type: 'address'; readonly address: string }
  | { readonly type: 'query'; readonly query: string }
  | { readonly type: 'run'; run(): void };

export interface Entry {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly target: Target;
}

export interface EntryGroup {
  readonly name: string;
  readonly entries: readonly Entry[];
}

interface Options {
  readonly texts: SearchTexts;
  /** The local date of an instant, in the zone of the user. */
  dateOf(instant: string): string;
  /** An instant as users read it. */
  whenOf(instant: string): string;
  readonly today: string;
}

const address = (parameters: Readonly<Record<string, string>>): Target => ({
  type: 'address',
  address: `/planning?${new URLSearchParams(parameters)}`,
});

const joined = (...parts: readonly (string | null | undefined)[]): string => parts.filter((part) => part).join(' · ');

/** The answer of the service as lines, by kind, each with its target on the board. */
export function entriesOf(answer: SearchAnswer, { texts, dateOf, whenOf, today }: Options): EntryGroup[] {
  const toAppointment = (id: number, start: string): Target =>
    address({ date: dateOf(start), mode: 'week', appointment: String(id) });
  const toTask = (task: string, find: string): Target => address({ date: today, mode: 'week', task, find });
  const groups: EntryGroup[] = [
    {
      name: texts.appointments,
      entries: answer.appointments.map((each) => ({
        key: `appointment-${each.id}`,
        title: each.subject ?? joined(each.jobNo, each.taskNo),
        note: joined(whenOf(each.start), each.resources.join(', '), each.customerName, each.city, each.jobNo),
        target: toAppointment(each.id, each.start),
      })),
    },
    {
      name: texts.jobs,
      entries: answer.jobs.map((each) => ({
        key: `job-${each.id}`,
        title: joined(each.jobNo, each.description),
        note: joined(each.customerName, each.city, each.visit ? whenOf(each.visit.start) : texts.notPlanned),
        target: each.visit ? toAppointment(each.visit.id, each.visit.start) : toTask('', each.jobNo),
      })),
    },
    {
      name: texts.tasks,
      entries: answer.tasks.map((each) => ({
        key: `task-${each.id}`,
        title: joined(`${each.jobNo} ${each.taskNo}`, each.description),
        note: joined(each.customerName, each.city, each.visit ? whenOf(each.visit.start) : texts.notPlanned),
        target: each.visit
          ? toAppointment(each.visit.id, each.visit.start)
          : toTask(String(each.id), `${each.jobNo} ${each.taskNo}`),
      })),
    },
    {
      name: texts.resources,
      entries: answer.resources.map(({ resourceNo, name, teamName }) => ({
        key: `resource-${resourceNo}`,
        title: name,
        note: joined(resourceNo, teamName),
        target: address({ resource: resourceNo }),
      })),
    },
    {
      name: texts.customers,
      entries: answer.customers.map(({ customerNo, name, jobs }) => ({
        key: `customer-${customerNo ?? ''}-${name}`,
        title: name,
        note: joined(customerNo, texts.jobCount(jobs)),
        target: { type: 'query', query: name },
      })),
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
