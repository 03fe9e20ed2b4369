import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { Invalid, parseInstant } from '../../domain/values/parse.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import {
  type Database,
  databaseNow,
  type HasDatabase,
  type Session,
  type Transaction,
} from '../../platform/postgres/database.ts';
import { sqlState } from '../../platform/postgres/database-failure.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { beginAsOf } from '../../records/reading/read-plan.ts';
import { numberAt, oldestMoment } from '../changes/difference/difference-store.ts';
import { refuseForgotten } from '../changes/difference/refuse-forgotten.ts';
import { bringUpToDate } from '../planning/bring-up-to-date.ts';
import { foldBack, type PastTenant } from './fold-back.ts';
import { forgetMoments, holdMoment, isFresh, moveMoment, noteUse, pastState } from './past-store.ts';

const TEXT =
  'A moment: everything is shown as it was then. What is not in the change log is shown as it is now. Before the log begins 410 (APP022).';

/** Describes the parameter on the routes that take it; must come before the routes. */
export function describePast(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!takesMoment(route.config, route.method)) return;
    const { querystring } = (route.schema ?? {}) as { querystring?: { readonly properties?: object } };
    const asOf = { type: 'string', format: 'date-time', description: TEXT };
    route.schema = {
      ...route.schema,
      querystring: { ...querystring, type: 'object', properties: { ...querystring?.properties, asOf } },
    };
  });
}

/** Reads that show the plan: those that can also be done in a draft. */
const takesMoment = (config: FastifyContextConfig | undefined, method: string | string[]): boolean =>
  config?.drafts === 'read' && config.asOf !== false && [method].flat().includes('GET');

/** Lets requests that name a moment into the past. Must come before the routes, and after callers are known. */
export function openPast(app: FastifyInstance, deps: HasDatabase & HasStatistics): void {
  const keeper = new Keeper(deps.db);
  app.addHook('preHandler', (request, _reply, done) => {
    const asked = momentOf(request);
    if (asked === undefined) done();
    else enter(deps, keeper, request, asked).then(() => done(), done);
  });
}

/** Taken out of the query: routes read only their own parameters from it. */
function momentOf(request: FastifyRequest): string | undefined {
  const query = request.query as Record<string, unknown> | null;
  // Pages have it in their address, and show nothing of the plan by themselves.
  if (request.routeOptions.config.access === 'public' || query === null || !('asOf' in query)) return undefined;
  const { asOf } = query;
  delete query['asOf'];
  return asOf === '' ? undefined : String(asOf);
}

async function enter(
  deps: HasDatabase & HasStatistics,
  keeper: Keeper,
  request: FastifyRequest,
  asked: string,
): Promise<void> {
  const { method, routeOptions } = request;
  if (request.known === undefined || !takesMoment(routeOptions.config, method))
    throw refuse('REQ008', `asOf: ${method} ${routeOptions.url ?? ''} only knows the present.`, 'asOf');
  const caller = callerOf(request);
  if (caller.draft !== undefined)
    throw refuse('REQ008', 'asOf: a draft is a change of the present; leave out one of the two.', 'asOf');
  const parsed = parseInstant(asked, caller.timeZone);
  if (parsed instanceof Invalid || parsed === null)
    throw refuse('REQ014', parsed instanceof Invalid ? `asOf: ${parsed.message}.` : 'asOf: is not a moment.', 'asOf');
  const moment = Date.parse(parsed);
  const { tenantId, timeZone } = caller;
  const kept = await oldestMoment(deps.db, tenantId);
  if (moment > (await databaseNow(deps.db)))
    throw refuse('REQ008', `asOf: ${formatInstant(timeZone, moment)} is in the future.`, 'asOf');
  refuseForgotten(caller, kept, moment, 'asOf');
  const no = await numberAt(deps.db, tenantId, moment);
  const beginning = new Date(kept?.at ?? moment).toISOString();
  const tenant = { tenantId, timeZone, beginning };
  await bringUpToDate(deps, caller);
  await keeper.keep(tenant, no);
  request.known = {
    ...caller,
    past: { no, settle: async () => void (await foldBack(inSession(deps.db), tenant, no, false)) },
  };
}

/**
 * Computes the rows of moments and keeps them for the next reads: one after the other for each tenant, because one may be all that a moment of many
 * changes needs of memory. Of two nodes that compute the same moment at once the second waits, is refused by PostgreSQL, and finds the rows of the
 * first. What little is missing then is folded back by each read for itself.
 */
class Keeper {
  readonly #db: Database;
  readonly #turns = new Map<number, Promise<void>>();

  constructor(db: Database) {
    this.#db = db;
  }

  async keep(tenant: PastTenant, no: number): Promise<void> {
    const { tenantId } = tenant;
    if (await this.#isKept(tenantId, no)) return;
    const before = this.#turns.get(tenantId) ?? Promise.resolve();
    const turn = before.then(() => this.#compute(tenant, no));
    const over = turn.catch(() => {});
    this.#turns.set(tenantId, over);
    await turn.finally(() => {
      if (this.#turns.get(tenantId) === over) this.#turns.delete(tenantId);
    });
  }

  async #isKept(tenantId: number, no: number): Promise<boolean> {
    const isKept = isFresh(await pastState(this.#db, tenantId, no));
    if (isKept) await noteUse(this.#db, tenantId, no);
    return isKept;
  }

  async #compute(tenant: PastTenant, no: number): Promise<void> {
    const { tenantId } = tenant;
    if (await this.#isKept(tenantId, no)) return;
    try {
      await this.#db.transaction(
        async (tx) => {
          await holdMoment(tx, tenantId, no);
          await moveMoment(tx, tenantId, no, await foldBack(tx, tenant, no, true));
          return { commit: true, value: undefined };
        },
        beginAsOf(tenantId, no),
      );
      await forgetMoments(this.#db, tenantId);
    } catch (error) {
      if (sqlState(error) !== '40001') throw error;
    }
  }
}

/** The statements of the read that runs now: what happened while it waited for its turn is folded back in its own snapshot. */
const inSession = (db: Session): Transaction => ({
  kind: 'transaction',
  query: (text, values) => db.query(text, values),
  lists: (text, values) => db.lists(text, values),
  copyUnlessTaken: () => Promise.reject(new Error('not used')),
  sent: async () => {},
  prove: () => {},
});
