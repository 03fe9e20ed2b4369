import type { Paths } from '../api/schema.ts';
import { addDays, mondayOf, weekdayOf } from '../dates/zone.ts';
import { type Rule, ruleText } from './rule.ts';

export type SeriesBody = Paths['/appointmentRecurring']['post']['body'];
export type SeriesAnswer = Paths['/appointmentRecurring']['post']['answer'];
export type OpenTask = Paths['/board/tasks']['get']['answer'][number];

/** The values of the form. Times are in the time zone of the resource. */
export interface SeriesForm {
  readonly about: 'task' | 'subject';
  readonly task: OpenTask | undefined;
  readonly subject: string;
  readonly resources: readonly string[];
  readonly date: string;
  readonly from: string;
  readonly till: string;
  readonly rule: Rule;
  /** No end: the maximum number of appointments. The end of the rule is kept for when it is selected again. */
  readonly isOpen: boolean;
  readonly except: readonly string[];
  readonly skipNonWorking: boolean;
  readonly onConflict: 'allow' | 'skip';
}

/** A new series starts next week by default. */
export const formFrom = (today: string): SeriesForm => firstForm(mondayOf(addDays(today, 7)));

const firstForm = (date: string): SeriesForm => ({
  about: 'task',
  task: undefined,
  subject: '',
  resources: [],
  date,
  from: '09:00',
  till: '10:00',
  rule: {
    every: 1,
    unit: 'week',
    weekdays: [weekdayOf(date)],
    on: { day: Number(date.slice(8)) },
    month: Number(date.slice(5, 7)),
    end: { until: addDays(date, 84) },
  },
  isOpen: false,
  except: [],
  skipNonWorking: true,
  onConflict: 'allow',
});

/** Changes the first day. Values derived from the old day follow; values that the user chose stay. */
export function startingOn(form: SeriesForm, date: string): SeriesForm {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return { ...form, date };
  const { rule, date: old } = form;
  const { weekdays, on, month, end } = rule;
  return {
    ...form,
    date,
    rule: {
      ...rule,
      weekdays: weekdays.length === 1 && weekdays[0] === weekdayOf(old) ? [weekdayOf(date)] : weekdays,
      on: 'day' in on && on.day === Number(old.slice(8)) ? { day: Number(date.slice(8)) } : on,
      month: month === Number(old.slice(5, 7)) ? Number(date.slice(5, 7)) : month,
      end: 'until' in end && end.until < date ? { until: addDays(date, 84) } : end,
    },
  };
}

const MOST = 1000;
/** A series lasts a hundred years at most. */
const yearsLater = (date: string, years: number): string => `${Number(date.slice(0, 4)) + years}-12-31`;

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Duration of each appointment; an end before the start is on the next day. */
export const minutesLong = ({ from, till }: Pick<SeriesForm, 'from' | 'till'>): number => {
  const long = minutesOf(till) - minutesOf(from);
  return long > 0 ? long : long + 24 * 60;
};

/** The rule as it is sent. Without an end it has the maximum count. */
export const ruleToSend = ({ rule, isOpen }: SeriesForm): Rule => (isOpen ? { ...rule, end: { count: MOST } } : rule);

/** Whether the form is complete enough to calculate dates. */
export function isComplete(form: SeriesForm): boolean {
  const { about, task, subject, resources, date, from, till, rule } = form;
  const hasEnd = form.isOpen || ('until' in rule.end ? rule.end.until >= date : rule.end.count > 0);
  const hasDays = rule.unit !== 'week' || rule.weekdays.length > 0;
  const isAbout = about === 'task' ? task !== undefined : subject.trim() !== '';
  return (
    isAbout && resources.length > 0 && date !== '' && from !== '' && till !== '' && rule.every > 0 && hasEnd && hasDays
  );
}

/** One series for each resource. */
export function bodiesOf(form: SeriesForm): readonly SeriesBody[] {
  const rule = ruleToSend(form);
  const { task } = form;
  return form.resources.map((resource) => ({
    resource,
    startDate: `${form.date}T${form.from}`,
    endDate: 'until' in rule.end ? rule.end.until : yearsLater(form.date, 98),
    recurrenceRule: ruleText(rule),
    duration: `PT${minutesLong(form)}M`,
    ...(form.about === 'task' && task
      ? { sourceApp: task.sourceApp, sourceType: task.sourceType, jobNo: task.jobNo, taskNo: task.taskNo }
      : { subject: form.subject.trim() }),
    exceptDates: form.except,
    skipNonWorking: form.skipNonWorking,
    onConflict: form.onConflict,
  }));
}
