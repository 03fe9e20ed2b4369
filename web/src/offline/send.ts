import { api } from '../api/client.ts';
import { type Action, ownerOf } from './action.ts';

/** One action as a request. Whatever is repeated changes nothing: by its ExternalId, by its key, or by its nature. */
export function send({ id, resourceNo, deed }: Action): Promise<unknown> {
  const once = { once: id };
  switch (deed.kind) {
    case 'start': {
      const { task, type, externalId, startedAt } = deed;
      return api.post('/timeSession/start', { body: { ...task, resourceNo, type, externalId, startedAt }, ...once });
    }
    case 'stop': {
      const { session, task, stoppedAt } = deed;
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
          date: deed.date,
          timeSessionIds: deed.sessions.flatMap(({ externalId, timeSessionId }) =>
            externalId === null && timeSessionId !== null ? [timeSessionId] : [],
          ),
          externalIds: deed.sessions.flatMap(({ externalId }) => externalId ?? []),
        },
        ...once,
      });
    case 'add': {
      const { task, date, durationInSeconds, description, status } = deed;
      return api.post('/timeEntry', {
        body: { ...task, resourceNo, date, durationInSeconds, description, status },
        ...once,
      });
    }
    case 'edit': {
      const { timeEntryId, version, durationInSeconds, description } = deed;
      return api.put('/timeEntry', { body: { timeEntryId, durationInSeconds, description }, version, ...once });
    }
    case 'move':
      return api.put('/timeEntry', { body: { timeEntryId: deed.timeEntryId, status: deed.status }, ...once });
    case 'remove':
      return api.delete('/timeEntry', { body: { timeEntryId: deed.timeEntryId }, ...once });
  }
}

/** The user of the current session; undefined when nobody is signed in. */
export async function ownerNow(): Promise<string | undefined> {
  const { tenant, user } = await api.get('/session', {});
  return tenant && user ? ownerOf(tenant.name, user.email) : undefined;
}
