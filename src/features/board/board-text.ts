import type { BoardAppointment } from './board-store.ts';
import type { JobTexts } from './job-texts.ts';

/** The long lists of the board as JSON. Written by hand: a week of ten thousand bars is made of two hundred thousand values. */

const text = (value: string | null): string => (value === null ? 'null' : JSON.stringify(value));
const texts = (values: readonly string[] | undefined): string => (values ? JSON.stringify(values) : '[]');
const numbers = (values: readonly number[] | undefined): string => (values ? `[${values.join(',')}]` : '[]');

/** What a bar shows beside its own record. */
interface BarParts {
  readonly moment: (instant: number) => string;
  /** By the id of a job: its index in the list of jobs. */
  readonly jobs: ReadonlyMap<number, number>;
  /** By the id of an appointment. */
  readonly resources: ReadonlyMap<number, readonly string[]>;
  readonly containers: ReadonlyMap<number, readonly string[]>;
  readonly notifications: ReadonlyMap<number, number>;
  /** By the id of a task: indexes of filter values. */
  readonly requires: ReadonlyMap<number, readonly number[]>;
}

export const appointmentText = (bar: BoardAppointment, parts: BarParts): string =>
  `{"id":${bar.id},"version":${bar.version},"appointmentNo":${text(bar.appointmentNo)},"appointmentGuid":"${bar.appointmentGuid}","start":"${parts.moment(bar.start)}","end":"${parts.moment(bar.end)}","isAllDay":${bar.isAllDay},"subject":${text(bar.subject)},"category":${text(bar.category)},"timeMarker":${text(bar.timeMarker)},"importance":${bar.importance},"locked":${bar.locked},"sourceApp":${text(bar.sourceApp)},"sourceType":${text(bar.sourceType)},"jobNo":${text(bar.jobNo)},"taskNo":${text(bar.taskNo)},"job":${parts.jobs.get(bar.jobId ?? -1) ?? null},"seriesId":${text(bar.seriesId)},"resources":${texts(parts.resources.get(bar.id))},"containers":${texts(parts.containers.get(bar.id))},"notification":${parts.notifications.get(bar.id) ?? null},"requires":${numbers(parts.requires.get(bar.taskId ?? 0))}}`;

export const jobText = (job: JobTexts): string =>
  `{"description":${text(job.description)},"customerName":${text(job.customerName)},"contactName":${text(job.contactName)},"city":${text(job.city)},"latitude":${job.latitude},"longitude":${job.longitude}}`;

/** A list, in portions: nobody waits for the whole of it, and the text is never in memory at once. */
export function* listText<T>(items: readonly T[], write: (item: T) => string, portion = 1000): Generator<string> {
  yield '[';
  for (let at = 0; at < items.length; at += portion)
    yield `${at === 0 ? '' : ','}${items
      .slice(at, at + portion)
      .map(write)
      .join(',')}`;
  yield ']';
}
