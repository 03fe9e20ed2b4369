/** Refusals by a rule, a part of the catalogue. */
export const ruleErrors = {
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
  APP045: {
    status: 409,
    title: 'API key cannot be rotated',
    remedy: 'Rotate a key that is active and was not replaced yet, or create a new one: POST /apiKey.',
  },
  APP056: {
    status: 409,
    title: 'Absence overlaps',
    remedy: 'Change the days, or withdraw or cancel the absence named in the description.',
  },
  APP057: {
    status: 409,
    title: 'Absence cannot be changed so',
    remedy:
      'Read the absence again: GET /absence shows its status. docs/guides/absences.md lists the changes of each status.',
  },
  APP049: {
    status: 409,
    title: 'Stops do not fit into the day',
    remedy:
      'Nothing was stored. Choose another order, allow overtime, or move a stop to another day; `dryRun=true` lists the reasons.',
  },
  APP060: {
    status: 409,
    title: 'Not one of your visits',
    remedy: 'The appointment was deleted, given to somebody else or never yours. Read GET /myDay again.',
  },
  APP061: {
    status: 409,
    title: 'Visit was moved',
    remedy: 'Read GET /myDay again, and report with the start that it has now.',
  },
  APP062: {
    status: 409,
    title: 'No time session is running',
    remedy: 'Positions are shared only while a time session runs; start one first.',
  },
  APP063: {
    status: 409,
    title: 'Back office approves time',
    remedy:
      'Time entries of this tenant are approved in the back office. To let team leads approve, set timeApproval with PUT /timeEntry/settings.',
  },
} as const;
