import { secondFactorErrors } from './second-factor-errors.ts';

/**
 * The catalogue of all refusals and failures. It is the only source of codes, HTTP statuses and
 * titles; docs/reference/errors.md is generated from it. Families: USR who you are, REQ the request is malformed,
 * APP a rule refuses it, SYS our own fault. Titles are ASCII because they also travel as the HTTP reason phrase.
 */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  /** What the caller can do about it, for the docs page. */
  readonly remedy: string;
}

export const errorCatalogue = {
  USR001: {
    status: 401,
    title: 'Wrong credentials',
    remedy: 'Check user name and password. Repeated failures are slowed down.',
  },
  USR002: {
    status: 401,
    title: 'Not authenticated',
    remedy: 'Send one valid credential: an API key in X-API-KEY, or a token in Authorization: Bearer.',
  },
  USR003: {
    status: 403,
    title: 'Account belongs to several tenants',
    remedy: 'Use an API key of the tenant: tokens are only issued to accounts that belong to one tenant.',
  },
  USR004: {
    status: 403,
    title: 'Not allowed',
    remedy: 'Use a key or an account that has the permission named in the description.',
  },
  USR005: {
    status: 403,
    title: 'Module not enabled',
    remedy: 'Ask the administrator to enable the module named in the description for the tenant.',
  },
  USR006: {
    status: 429,
    title: 'Too many failed logins',
    remedy: 'Wait for the seconds given in Retry-After, then try again.',
  },
  USR007: {
    status: 429,
    title: 'Too many requests',
    remedy: 'Wait for the seconds given in Retry-After. The RateLimit headers show the limit.',
  },
  USR008: {
    status: 403,
    title: 'Cross-site request refused',
    remedy: 'A browser session can be used only from pages of the service itself. Use an API key for programs.',
  },
  REQ001: {
    status: 400,
    title: 'Malformed JSON',
    remedy: 'Send a body that is valid JSON, in UTF-8 or in the character set that its Content-Type declares.',
  },
  REQ002: {
    status: 400,
    title: 'Setup package incomplete',
    remedy: 'A setup package needs at least one profile and an owner.',
  },
  REQ003: {
    status: 415,
    title: 'Unsupported content type',
    remedy:
      'Send Content-Type: application/json with the character set UTF-8, UTF-16 or ISO-8859-1, and Content-Encoding gzip, br, deflate or none.',
  },
  REQ004: {
    status: 413,
    title: 'Request too large',
    remedy: 'Split the request; the description names the limit.',
  },
  REQ005: { status: 404, title: 'No such route', remedy: 'Check the path; /docs lists all routes.' },
  REQ006: {
    status: 405,
    title: 'Method not allowed',
    remedy: 'Use one of the methods named in the Allow header.',
  },
  REQ007: {
    status: 400,
    title: 'Invalid structure',
    remedy: 'Send the structure that /docs describes for this route; the description names the property.',
  },
  REQ008: {
    status: 400,
    title: 'Invalid query parameter',
    remedy: 'Correct the query parameter named in the description.',
  },
  REQ009: {
    status: 400,
    title: 'Invalid header',
    remedy: 'Correct the header named in the description.',
  },
  REQ010: {
    status: 400,
    title: 'Unknown or unusable scorer',
    remedy: 'Use keys listed by GET /recommendation/scorers, and send the fields that they require.',
  },
  REQ011: {
    status: 400,
    title: 'Unknown procedure',
    remedy: 'Use a procedure of docs/reference/procedures.md; names are not case-sensitive.',
  },
  REQ012: {
    status: 400,
    title: 'Parameter count mismatch',
    remedy: 'Send ParameterNames and ParameterValues with the same number of elements: they are matched by position.',
  },
  REQ013: { status: 400, title: 'Text too long', remedy: 'Shorten the value: the service does not truncate texts.' },
  REQ014: {
    status: 400,
    title: 'Invalid value',
    remedy: 'Send a value of the type that the reference lists for this parameter.',
  },
  REQ015: {
    status: 400,
    title: 'Required value missing',
    remedy: 'Send the parameter: it is required to create or identify a record.',
  },
  REQ016: {
    status: 400,
    title: 'Unsupported characters',
    remedy: 'Remove NUL characters, lone surrogates and, in keys, control characters.',
  },
  REQ017: {
    status: 422,
    title: 'Idempotency key reused',
    remedy: 'Use a new Idempotency-Key for each request body and each caller.',
  },
  REQ018: {
    status: 409,
    title: 'Idempotency key in flight',
    remedy: 'The first request with this key is still running; retry later.',
  },
  REQ019: {
    status: 400,
    title: 'Batch rejected',
    remedy: 'Correct the calls listed in results, or send Prefer: handling=lenient to store the others.',
  },
  REQ020: {
    status: 400,
    title: 'Malformed HTTP request',
    remedy: 'Check the client: the request line, a header or the framing is not valid HTTP.',
  },
  REQ021: {
    status: 400,
    title: 'Address not found',
    remedy: 'Add the postal code, city or country, or send latitude and longitude.',
  },
  REQ025: {
    status: 400,
    title: 'Address not allowed',
    remedy:
      'Send an http or https address of a public host; the operator can allow private ones with OUTBOUND_ALLOW_PRIVATE.',
  },
  REQ026: {
    status: 400,
    title: 'Unsupported connector type',
    remedy:
      'Use REST with no authentication, Basic, or OAuth2 client credentials. A connector with SOAP, NTLM or Windows authentication can be stored but not enabled.',
  },
  REQ033: {
    status: 400,
    title: 'Nothing to optimize',
    remedy: 'Send resources that work in the window, and tasks that are open or planned in it.',
  },
  REQ034: {
    status: 400,
    title: 'Circular task dependency',
    remedy: 'Remove one of the dependencies that the description names.',
  },
  REQ035: {
    status: 400,
    title: 'Unknown objective',
    remedy: 'Use the objectives that the description lists.',
  },
  APP001: { status: 404, title: 'No such record', remedy: 'Check the key in the path.' },
  APP002: {
    status: 409,
    title: 'Ambiguous number',
    remedy: 'Add the key parts named in the description to the query; candidates are listed.',
  },
  APP003: {
    status: 412,
    title: 'Version conflict',
    remedy: 'Read the record again (it is in the response) and retry with its ETag.',
  },
  APP004: {
    status: 409,
    title: 'Unknown reference',
    remedy: 'Send the referenced record first, or earlier in the same batch.',
  },
  APP005: {
    status: 409,
    title: 'Record in use',
    remedy: 'First delete the records that use it; the description names them.',
  },
  APP006: {
    status: 409,
    title: 'Appointments exist',
    remedy: 'Send CheckAppointments=0 to delete the record together with everything below it.',
  },
  APP007: {
    status: 409,
    title: 'Unknown record',
    remedy: 'The record to change does not exist; send it first.',
  },
  APP008: {
    status: 409,
    title: 'Password chosen by the user',
    remedy:
      'The user accepted an invitation and chose the password. Send a new invitation (POST /user/invite) to let them choose another one.',
  },
  APP009: {
    status: 409,
    title: 'Circular reference',
    remedy: 'Choose another parent; a record cannot be its own ancestor.',
  },
  APP010: {
    status: 409,
    title: 'Invalid time range',
    remedy: 'Send an end after the start, within the limit that the description names.',
  },
  APP011: {
    status: 409,
    title: 'Locked',
    remedy: 'Unlock the appointment or its task first, or change it in the back office.',
  },
  APP013: {
    status: 409,
    title: 'Status transition not allowed',
    remedy: 'Use a transition of the status table of time entries.',
  },
  APP014: {
    status: 409,
    title: 'More than 24 hours on one day',
    remedy: 'Reduce the entries of that resource and date to a total of 24 hours.',
  },
  APP015: {
    status: 409,
    title: 'Time session is claimed',
    remedy: 'Delete the time entry that claims the session first.',
  },
  APP016: {
    status: 409,
    title: 'Entry not editable',
    remedy: 'Reopen the entry first: fields may be edited in Draft, Failed and Rejected.',
  },
  APP017: {
    status: 409,
    title: 'Outside the allowed time of the task',
    remedy: 'Keep within AppointmentEarliestAllowed and AppointmentLatestAllowed, or change them in the back office.',
  },
  APP018: {
    status: 409,
    title: 'Undo refused',
    remedy: 'See conflicts: first undo the later changes listed there, or write the records again.',
  },
  APP019: {
    status: 409,
    title: 'Slot no longer available',
    remedy: 'Use one of the alternatives in the response, or search again.',
  },
  APP020: {
    status: 409,
    title: 'Series conflicts with existing appointments',
    remedy:
      'See occurrences. Send onConflict=skip to leave out those that conflict, or onConflict=allow to create them anyway.',
  },
  APP021: {
    status: 409,
    title: 'Job has not failed',
    remedy: 'Only a failed job can be retried; GET /jobs shows the status of jobs.',
  },
  APP022: {
    status: 410,
    title: 'Changes no longer available',
    remedy:
      'Read the records again, then continue after the number `last` of the response; `oldest` is the first change that is kept.',
  },
  APP023: {
    status: 409,
    title: 'Cursor is leased',
    remedy: 'Another reader has leased a batch; wait for the seconds given in Retry-After.',
  },
  APP024: {
    status: 409,
    title: 'Lease expired',
    remedy: 'The batch was leased again or acknowledged by another reader; lease the next one.',
  },
  APP025: {
    status: 409,
    title: 'Cursor exists already',
    remedy: 'A cursor with this name has a different filter; choose another name or delete it first.',
  },
  APP027: {
    status: 429,
    title: 'Too many open streams',
    remedy: 'Close streams and waiting requests that are not needed, or use another node; see the quota stream.',
  },
  APP028: {
    status: 410,
    title: 'Calendar feed revoked',
    remedy: 'Remove the subscription, or request a new address.',
  },
  APP031: {
    status: 409,
    title: 'Too many runs waiting',
    remedy: 'Wait until a run has ended, or cancel one; see the quota run.',
  },
  APP032: {
    status: 409,
    title: 'No proposal to apply',
    remedy: 'Apply a run that has ended with a proposal; GET /optimization/{id} shows its status and error.',
  },
  APP034: {
    status: 409,
    title: 'Tenant not empty',
    remedy: 'Load the demo into a tenant that holds no records; create one with openslot tenant create.',
  },
  APP035: {
    status: 409,
    title: 'Value already in use',
    remedy:
      'Another record has the value of the parameter named in the description; send another value, or change that record.',
  },
  APP036: {
    status: 409,
    title: 'Entry has claimed sessions',
    remedy: 'Send ReleaseSessions with the change, or leave resource, task and date as they are.',
  },
  APP037: {
    status: 404,
    title: 'Invitation not valid',
    remedy:
      'The link was used, replaced by a newer one, or has expired. Ask the administrator to send a new invitation.',
  },
  APP038: {
    status: 409,
    title: 'Last administrator',
    remedy: 'Give another user who can sign in the role admin first.',
  },
  APP039: {
    status: 409,
    title: 'Quota reached',
    remedy: 'Delete what is no longer needed; the description names the quota and its limit. Retrying does not help.',
  },
  APP040: {
    status: 409,
    title: 'Built-in role',
    remedy: 'Built-in roles cannot be changed or deleted. Make a role of your own with another name.',
  },
  ...secondFactorErrors,
  APP045: {
    status: 409,
    title: 'API key cannot be rotated',
    remedy: 'Rotate a key that is active and was not replaced yet, or create a new one: POST /apiKey.',
  },
  SYS001: {
    status: 500,
    title: 'Internal error',
    remedy:
      'Send the X-Request-Id to the operator. The description says whether the request was stored; with `outcome: "unknown"` look it up as for SYS004.',
  },
  SYS002: {
    status: 503,
    title: 'Not ready',
    remedy:
      'The database is not reachable or overloaded, or the service is stopping. Retry after the seconds given in Retry-After.',
  },
  SYS004: {
    status: 503,
    title: 'Outcome unknown',
    remedy:
      'The connection to the database broke while the request was being stored. Retry with the same Idempotency-Key, or look the request up with GET /changes?order=desc&requestId= and the requestId of the response.',
  },
  SYS005: {
    status: 503,
    title: 'Storage not writable',
    remedy:
      'The disk of the database is full, or the database is read-only. Inform the operator, and retry after the seconds given in Retry-After.',
  },
  SYS006: {
    status: 503,
    title: 'No database connection free',
    remedy: 'Retry after the seconds given in Retry-After; see DATABASE_CONNECTIONS if it happens often.',
  },
  SYS003: {
    status: 503,
    title: 'Overloaded',
    remedy: 'Too many large requests at once. Wait for the seconds given in Retry-After, then retry.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
