import { described, type Infer } from '../../platform/contract/kind.ts';
import { query } from '../../platform/contract/object.ts';
import { paging } from '../../platform/contract/paging.ts';
import { contract } from '../../platform/contract/route.ts';
import { instant } from '../../platform/contract/times.ts';
import { choice, commaTexts, text } from '../../platform/contract/values.ts';
import { exactly, moment, nullableText, text as textSchema, whole } from '../../platform/http/shapes.ts';
import { tableAnswer } from '../../records/routes/lists.ts';

const MOST_KINDS = 50;
const LONGEST_SEARCH = 200;

const auditQuery = query({
  kind: described(commaTexts(MOST_KINDS), 'Kinds such as signIn.failed, or their first words such as signIn.'),
  actor: described(text(LONGEST_SEARCH), 'Part of the name of the user or key.'),
  from: described(instant(), 'A date, or a date and time.'),
  to: described(instant(), 'A date, or a date and time; not included.'),
  text: described(text(LONGEST_SEARCH), 'Part of the actor, subject, address or detail.'),
  format: described(choice(['json', 'csv']), 'csv is the same as Accept: text/csv.'),
  ...paging(),
});
export type AuditQuery = Infer<typeof auditQuery>;

const accessEvent = exactly({
  id: whole,
  at: moment,
  kind: { ...textSchema, description: 'Dotted words: signIn.failed, password.changed, key.created.' },
  actor: {
    ...textSchema,
    description: 'user:anna@example.com, key:ERP, system or command line; of a failed sign-in, the name tried.',
  },
  subject: { ...nullableText, description: 'Whom or what it is about, if not the actor.' },
  address: { ...nullableText, description: 'Network address of the request, if known.' },
  detail: { type: 'object', additionalProperties: true },
});
export const auditColumns = accessEvent.required;

export const readAudit = contract({
  method: 'GET',
  path: '/audit',
  access: 'audit.read',
  tags: ['Access'],
  summary: 'Read the audit: sign-ins, passwords, sessions, keys and changed rights',
  description:
    'Newest first; X-Total-Count has the number of matches. As a table (Accept: text/csv or format=csv) it contains all matches; page and limit then have no effect. Kept for AUDIT_KEEP_DAYS.',
  query: auditQuery,
  response: { 200: tableAnswer(accessEvent) },
});
