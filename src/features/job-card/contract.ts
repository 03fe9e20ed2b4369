import { type Infer, refined } from '../../platform/contract/kind.ts';
import { query } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { integer } from '../../platform/contract/values.ts';
import { jobCardSchema } from './job-card-schemas.ts';

const id = () => integer(1, Number.MAX_SAFE_INTEGER);

const jobCardQuery = refined(query({ appointment: id(), task: id() }), (sent, position) => {
  if ((sent.appointment === undefined) === (sent.task === undefined))
    throw position.within('appointment').refuse('REQ015', 'send the id of an appointment or of a task, and not both.');
  return sent;
});
export type JobCardQuery = Infer<typeof jobCardQuery>;

export const readJobCard = contract({
  method: 'GET',
  path: '/board/jobCard',
  config: { drafts: 'read' },
  access: 'records.read',
  tags: ['Planning'],
  summary: 'Read everything about the job of an appointment or a task',
  description:
    'Customer, contact and site, requirements and who lacks them, people and budget, links, free fields, fields of appointments, notifications, the state in the back office, and travel before and after.',
  query: jobCardQuery,
  response: { 200: jobCardSchema },
});
