import { api } from '../api/client.ts';
import { type Action, ownerOf } from './action.ts';

type AttachAction = Extract<Action['deed'], { kind: 'attach' }>;

/** Sends one action. Every request is idempotent: by its ExternalId, by its key, or by nature. */
export function send({ id, resourceNo, deed: details }: Action): Promise<unknown> {
  const once = { once: id };
  switch (details.kind) {
    case 'start': {
      const { task, type, externalId, startedAt } = details;
      return api.post('/timeSession/start', { body: { ...task, resourceNo, type, externalId, startedAt }, ...once });
    }
    case 'stop': {
      const { session, task, stoppedAt } = details;
      if (session.externalId === null)
        return api.put('/timeSession', { body: { timeSessionId: session.timeSessionId, stoppedAt }, ...once });
      const { sourceApp, sourceType } = task;
      const { externalId } = session;
      return api.post('/timeSession/stop', {
        body: { resourceNo, sourceApp, sourceType, externalId, stoppedAt },
        ...once,
      });
    }
    case 'claim':
      return api.post('/timeEntry/claim', {
        body: {
          resourceNo,
          date: details.date,
          timeSessionIds: details.sessions.flatMap(({ externalId, timeSessionId }) =>
            externalId === null && timeSessionId !== null ? [timeSessionId] : [],
          ),
          externalIds: details.sessions.flatMap(({ externalId }) => externalId ?? []),
        },
        ...once,
      });
    case 'add': {
      const { task, date, durationInSeconds, description, status } = details;
      return api.post('/timeEntry', {
        body: { ...task, resourceNo, date, durationInSeconds, description, status },
        ...once,
      });
    }
    case 'edit': {
      const { timeEntryId, version, durationInSeconds, description } = details;
      return api.put('/timeEntry', { body: { timeEntryId, durationInSeconds, description }, version, ...once });
    }
    case 'move':
      return api.put('/timeEntry', { body: { timeEntryId: details.timeEntryId, status: details.status }, ...once });
    case 'visit': {
      const { visit, state, externalId, at, plannedStart, reason } = details;
      const { appointmentId } = visit;
      const body = { appointmentId, state, externalId, at, plannedStart, ...(reason === undefined ? {} : { reason }) };
      return api.post('/visit', { body, ...once });
    }
    case 'fields': {
      const { visit, fields } = details;
      const values = fields.map(({ code, value }) => (value === null ? { code } : { code, value }));
      return api.post('/visit/fields', { body: { appointmentId: visit.appointmentId, fields: values }, ...once });
    }
    case 'attach':
      return upload(details);
    case 'remove':
      return api.delete('/timeEntry', { body: { timeEntryId: details.timeEntryId }, ...once });
  }
}

/** An upload that was interrupted continues where it was. The code for it is loaded when there is something to send. */
async function upload({ visit, attachmentGuid, of, fileName, signedBy, content }: AttachAction): Promise<unknown> {
  const { uploadAttachment } = await import('../attachments/upload.ts');
  const meta = { attachmentGuid, kind: of, fileName, appointmentNo: visit.appointmentNo };
  return uploadAttachment(content, { ...meta, ...(signedBy === undefined ? {} : { signedBy }) }, { patienceMs: 5000 });
}

/** The user of the current session; undefined when nobody is signed in. */
export async function ownerNow(): Promise<string | undefined> {
  const { tenant, user } = await api.get('/session', {});
  return tenant && user ? ownerOf(tenant.name, user.email) : undefined;
}
