import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { allows } from '../../domain/permissions.ts';
import type { Caller } from '../../platform/caller.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { bringUpToDate } from '../planning/bring-up-to-date.ts';
import { deriveDraft } from './derive-draft.ts';
import { changeDraft, type Draft, draftSeen, draftState, holdDraft, putRows } from './draft-store.ts';
import { draftGone } from './write-in-draft.ts';

const HEADER = 'x-draft';
const TEXT = 'Id of a draft: the request reads and writes in the draft instead of the plan.';

/** Describes the header and the parameter on the routes that take them; must come before the routes. */
export function describeDrafts(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.drafts === undefined) return;
    const { headers, querystring } = (route.schema ?? {}) as Record<'headers' | 'querystring', Described | undefined>;
    const id = { type: 'integer', minimum: 1, description: TEXT };
    route.schema = {
      ...route.schema,
      headers: { ...headers, type: 'object', properties: { ...headers?.properties, [HEADER]: id } },
      querystring: { ...querystring, type: 'object', properties: { ...querystring?.properties, draft: id } },
    };
  });
}

interface Described {
  readonly properties?: object;
}

/** Lets requests that name a draft into it. Must come before the routes, and after callers are known. */
export function openDrafts(app: FastifyInstance, deps: WriteDeps & HasStatistics): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const asked = draftOf(request);
    if (asked === undefined) done();
    else enter(deps, request, asked).then(() => done(), done);
  });
}

/** Taken out of the query: routes read only their own parameters from it. */
function draftOf(request: FastifyRequest): string | undefined {
  const header = request.headers[HEADER];
  const query = request.query as Record<string, unknown> | null;
  if (request.routeOptions.config.drafts === undefined || query === null || !('draft' in query))
    return header === undefined ? undefined : String(header);
  const { draft } = query;
  delete query['draft'];
  return String(header ?? draft);
}

async function enter(deps: WriteDeps & HasStatistics, request: FastifyRequest, asked: string): Promise<void> {
  const kind = request.routeOptions.config.drafts;
  if (kind === undefined || request.known === undefined)
    throw refuse('APP080', `${request.method} ${request.routeOptions.url ?? ''} cannot be used in a draft.`, 'X-Draft');
  const caller = callerOf(request);
  if (!allows(caller.permissions, 'plan.write'))
    throw refuse('USR004', 'Drafts need the permission plan.write.', 'X-Draft', { permission: 'plan.write' });
  const draft = await draftNamed(deps, caller, asked);
  if (kind === 'read') await freshenDraft(deps, caller, draft.id);
  if (deps.now().getTime() - draft.usedAt > HOUR_MS)
    await changeDraft(deps.db, caller.tenantId, draft.id, { name: undefined, shared: undefined });
  request.known = { ...caller, draft: draft.id };
}

/** How often a draft notes that it is used. */
const HOUR_MS = 3_600_000;

/** A draft of the caller, or one that is shared. */
export async function draftNamed(deps: WriteDeps, caller: Caller, asked: string): Promise<Draft> {
  const draft = /^[0-9]{1,15}$/.test(asked) ? await draftSeen(deps.db, caller, Number(asked)) : undefined;
  if (!draft) throw draftGone(asked.slice(0, 50));
  return draft;
}

/** So often a plan that changes all the time is followed; then the draft is read as of the last of these moments. */
const ATTEMPTS = 3;

/** Computes the rows of a draft for the plan of now, where they are not. */
export async function freshenDraft(deps: WriteDeps & HasStatistics, caller: Caller, id: number): Promise<void> {
  const { tenantId } = caller;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await bringUpToDate(deps, caller);
    if ((await draftState(deps.db, tenantId, id))?.isFresh) return;
    await deps.db.write(tenantId, async (tx) => {
      if (!(await holdDraft(tx, tenantId, id))) throw draftGone(id);
      const state = await draftState(tx, tenantId, id);
      if (state && !state.isFresh) {
        const { rows } = await deriveDraft(deps, tx, caller, id, async () => ({ value: undefined, changes: [] }));
        await putRows(tx, tenantId, id, rows, state);
      }
      return { commit: true, value: undefined };
    });
  }
}
