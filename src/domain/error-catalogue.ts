/**
 * The catalogue of everything the service refuses or fails at. It is the only source of codes, HTTP statuses and
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
    remedy: 'Send a valid API key in X-API-KEY, or a valid token in Authorization: Bearer.',
  },
  USR003: {
    status: 403,
    title: 'Account belongs to several tenants',
    remedy: 'Use an API key of the tenant: tokens are only given to accounts of one tenant.',
  },
  USR004: {
    status: 403,
    title: 'Not allowed',
    remedy: 'Use a key or an account that has the scope named in the description.',
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
    remedy: 'Wait for the seconds given in Retry-After. The RateLimit headers tell the limit.',
  },
  USR008: {
    status: 403,
    title: 'Request from another site',
    remedy: 'A signed-in browser writes only from pages of the service itself. Programs use an API key.',
  },
  REQ001: { status: 400, title: 'Malformed JSON', remedy: 'Send a body that is valid JSON in UTF-8.' },
  REQ002: {
    status: 400,
    title: 'Setup package incomplete',
    remedy: 'A setup package needs at least one profile and an owner.',
  },
  REQ003: {
    status: 415,
    title: 'Unsupported content type',
    remedy: 'Send Content-Type: application/json, and Content-Encoding gzip, br, deflate or none.',
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
    title: 'Wrong shape',
    remedy: 'Send what /docs describes for this route; the description names the place.',
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
    title: 'Unknown scorer',
    remedy: 'Use keys listed by GET /recommendation/scorers.',
  },
  REQ011: {
    status: 400,
    title: 'Unknown procedure',
    remedy: 'Use a procedure of docs/reference/procedures.md; names are compared without case.',
  },
  REQ012: {
    status: 400,
    title: 'Names and values differ in number',
    remedy: 'ParameterNames and ParameterValues are positional and need the same length.',
  },
  REQ013: { status: 400, title: 'Text too long', remedy: 'Shorten the value; it is never cut silently.' },
  REQ014: {
    status: 400,
    title: 'Invalid value',
    remedy: 'Send a value of the type that the reference gives for this parameter.',
  },
  REQ015: {
    status: 400,
    title: 'Required value missing',
    remedy: 'Send the parameter; it is required when a record is created or named.',
  },
  REQ016: {
    status: 400,
    title: 'Text not storable',
    remedy: 'Remove NUL characters, lone surrogates and, in keys, control characters.',
  },
  REQ017: {
    status: 422,
    title: 'Idempotency key reused',
    remedy: 'Use a new Idempotency-Key for another body, and for another caller.',
  },
  REQ018: {
    status: 409,
    title: 'Idempotency key in flight',
    remedy: 'The first request with this key is still running; repeat this one later.',
  },
  REQ019: {
    status: 400,
    title: 'Batch rejected',
    remedy: 'Correct the calls named in results, or send Prefer: handling=lenient to store the rest.',
  },
  REQ020: {
    status: 400,
    title: 'Malformed HTTP request',
    remedy: 'Check the client: the request line, a header or the framing is not valid HTTP.',
  },
  REQ021: {
    status: 400,
    title: 'Address not found',
    remedy: 'Add postal code, place or country, or send latitude and longitude.',
  },
  REQ025: {
    status: 400,
    title: 'Address not allowed',
    remedy:
      'Send an http or https address of a public host; the operator can allow private ones with OUTBOUND_ALLOW_PRIVATE.',
  },
  REQ026: {
    status: 400,
    title: 'Connector cannot be spoken to',
    remedy:
      'Use REST with no authentication, Basic, or OAuth2 client credentials; SOAP, NTLM and Windows are not spoken.',
  },
  REQ033: {
    status: 400,
    title: 'Nothing to optimize',
    remedy: 'Name resources that work in the window, and tasks that are open or planned in it.',
  },
  REQ034: {
    status: 400,
    title: 'Tasks wait for each other',
    remedy: 'Take out one of the dependencies that the description names.',
  },
  REQ035: {
    status: 400,
    title: 'Unknown objective',
    remedy: 'Use the objectives that the description names.',
  },
  APP001: { status: 404, title: 'No such record', remedy: 'Check the key in the path.' },
  APP002: {
    status: 409,
    title: 'Ambiguous number',
    remedy: 'Add the key parts named in the description to the query; candidates are listed.',
  },
  APP003: {
    status: 412,
    title: 'Version differs',
    remedy: 'Read the record again (it is in the answer) and repeat with its ETag.',
  },
  APP004: {
    status: 409,
    title: 'Unknown reference',
    remedy: 'Send the record that is referred to first, or in the same batch before this call.',
  },
  APP005: {
    status: 409,
    title: 'Record in use',
    remedy: 'Remove what uses it first; the description names it.',
  },
  APP006: {
    status: 409,
    title: 'Appointments exist',
    remedy: 'Send CheckAppointments=0 to delete everything below as well.',
  },
  APP007: {
    status: 409,
    title: 'Unknown record',
    remedy: 'The record to change does not exist; send it first.',
  },
  APP008: {
    status: 409,
    title: 'Password belongs to the person',
    remedy:
      'The person accepted an invitation and chose the password. Send a new invitation (POST /user/invite) to let them choose another.',
  },
  APP009: {
    status: 409,
    title: 'Circular reference',
    remedy: 'Choose another parent; a record cannot be its own ancestor.',
  },
  APP010: {
    status: 409,
    title: 'Impossible time',
    remedy: 'Send an end after the start, within the limit that the description names.',
  },
  APP011: {
    status: 409,
    title: 'Locked',
    remedy: 'Unlock the appointment or its task first, or let the back office change it.',
  },
  APP013: {
    status: 409,
    title: 'Status move not allowed',
    remedy: 'Use a move of the transition table of time entries.',
  },
  APP014: {
    status: 409,
    title: 'More than 24 hours on one day',
    remedy: 'Reduce the entries of that resource and date to 24 hours together.',
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
    title: 'Outside what the task allows',
    remedy: 'Keep within AppointmentEarliestAllowed and AppointmentLatestAllowed, or let the back office change them.',
  },
  APP018: {
    status: 409,
    title: 'Undo refused',
    remedy: 'See conflicts: undo the later changes named there first, or write the records anew.',
  },
  APP019: {
    status: 409,
    title: 'Slot is gone',
    remedy: 'Take one of the alternatives in the answer, or ask again.',
  },
  APP020: {
    status: 409,
    title: 'Series meets other appointments',
    remedy: 'See occurrences; send onConflict skip to leave those out, or allow to make them all the same.',
  },
  APP021: {
    status: 409,
    title: 'Job has not failed',
    remedy: 'Only a job that was given up can be tried again; GET /jobs shows what the others do.',
  },
  APP022: {
    status: 410,
    title: 'Changes are gone',
    remedy:
      'Read the records anew, then go on after the number `last` of the answer; `oldest` is the first that is kept.',
  },
  APP023: {
    status: 409,
    title: 'Cursor is leased',
    remedy: 'Another reader has a batch of it; wait for the seconds given in Retry-After.',
  },
  APP024: {
    status: 409,
    title: 'Lease is over',
    remedy: 'The batch was handed out again or acknowledged by another; lease the next one.',
  },
  APP025: {
    status: 409,
    title: 'Cursor exists already',
    remedy: 'A cursor of this name has another filter; choose another name or delete it first.',
  },
  APP027: {
    status: 429,
    title: 'Too many open streams',
    remedy: 'Close streams and waiting requests that are not needed, or use another node; see the quota stream.',
  },
  APP028: {
    status: 410,
    title: 'Calendar feed ended',
    remedy: 'Remove the subscription, or ask for a new address.',
  },
  APP031: {
    status: 409,
    title: 'Too many runs wait',
    remedy: 'Wait until a run has ended, or cancel one; see the quota run.',
  },
  APP032: {
    status: 409,
    title: 'No proposal to apply',
    remedy: 'Apply a run that has ended with a proposal; its status and its reason are in GET /optimization/{id}.',
  },
  APP034: {
    status: 409,
    title: 'Tenant not empty',
    remedy: 'Load the demo into a tenant that holds no records; make one with openslot tenant create.',
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
    remedy:
      'Delete what is no longer needed; the description names the quota and its limit. Trying again does not help.',
  },
  SYS001: {
    status: 500,
    title: 'Internal fault',
    remedy:
      'Tell the operator the X-Request-Id. The description says whether the request was stored; with `outcome: "unknown"` look it up as for SYS004.',
  },
  SYS002: {
    status: 503,
    title: 'Not ready',
    remedy:
      'The database is not reachable or overloaded, or the service is stopping. Repeat the request after the seconds given in Retry-After.',
  },
  SYS004: {
    status: 503,
    title: 'Outcome unknown',
    remedy:
      'The connection to the database broke while the request was being stored. Repeat it with the same Idempotency-Key, or look it up with GET /changes?order=desc&requestId= and the requestId of the response.',
  },
  SYS005: {
    status: 503,
    title: 'Storage not writable',
    remedy:
      'The disk of the database is full, or the database is read-only. Tell the operator, and repeat the request after the seconds given in Retry-After.',
  },
  SYS006: {
    status: 503,
    title: 'No database connection free',
    remedy: 'Repeat the request after the seconds given in Retry-After; see DATABASE_CONNECTIONS if it happens often.',
  },
  SYS003: {
    status: 503,
    title: 'Overloaded',
    remedy: 'Too many large requests at once. Wait for the seconds given in Retry-After, then send it again.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
