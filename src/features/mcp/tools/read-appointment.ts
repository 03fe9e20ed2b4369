import { object, required } from '../../../platform/contract/object.ts';
import { draft, name } from '../arguments.ts';
import { compact } from '../compact.ts';
import { type Appointment, appointmentNamed, draftNamed } from '../names.ts';
import { tool } from '../tool.ts';

/** The body of an appointment and the description of a task are what is asked for here. */
const LONGEST_TEXT = 4000;

type Named = Readonly<Record<string, unknown>>;

interface Whole extends Appointment {
  readonly task: (Named & { readonly job: Named | null }) | null;
  readonly resources: readonly Named[];
  readonly category: { readonly name: string } | null;
  readonly timeMarker: { readonly name: string } | null;
}

const some = (from: Named | null | undefined, names: readonly string[]): Named | undefined =>
  from ? Object.fromEntries(names.map((each) => [each, from[each]])) : undefined;

const OWN = ['id', 'version', 'appointmentNo', 'start', 'end', 'isAllDay', 'subject', 'body', 'importance', 'locked'];
const OF_TASK = [
  ...['sourceApp', 'sourceType', 'jobNo', 'taskNo', 'shortDescription', 'description', 'durationInSeconds'],
  ...['requestedStartDate', 'requestedEndDate', 'appointmentEarliestAllowed', 'appointmentLatestAllowed', 'status'],
];
const OF_JOB = ['jobNo', 'shortDescription', 'customerNo', 'customerName', 'siteAddress', 'siteCity', 'sitePostcode'];

export const readAppointment = tool({
  name: 'read_appointment',
  title: 'Read an appointment',
  description:
    'Shows one appointment with its task, job, resources, links, containers and notifications, by its id, number or GUID, or by words that only it has.',
  routes: ['GET /appointment/:name'],
  writes: 'nothing',
  input: object({
    appointment: required(name('Id, number or GUID of the appointment, or words of its texts.')),
    draft,
  }),
  async run(api, input) {
    const found = (await appointmentNamed(api, input.appointment, await draftNamed(api, input.draft))) as Whole;
    const appointment = {
      ...some(found, OWN),
      category: found.category?.name,
      timeMarker: found.timeMarker?.name,
      resources: found.resources.map((each) => some(each, ['resourceNo', 'displayName'])),
      task: some(found.task, OF_TASK),
      job: some(found.task?.job, OF_JOB),
      ...some(found, ['uris', 'fieldValues', 'containers', 'notifications', 'backOffice']),
    };
    return { summary: `Appointment ${found.id}.`, data: { appointment: compact(appointment, LONGEST_TEXT) } };
  },
});
