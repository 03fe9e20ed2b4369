import { search } from '../src/engine/recommendation/search.ts';
import { slotQuery } from '../src/engine/recommendation/slot-question.ts';
import { normalise } from '../src/engine/recommendation/weights.ts';
import { PlanningIndex } from '../src/features/planning/planning-index.ts';
import { slotBody, slotRequest } from '../src/features/slots/slot-request.ts';
import { readWhole } from '../src/platform/contract/object.ts';
import { Database } from '../src/platform/postgres/database.ts';

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The engine as a request uses it, without the way to it. */
export class Engine {
  readonly #db: Database;
  readonly #asker: { readonly tenantId: number; readonly timeZone: string };
  #index = new PlanningIndex();

  constructor(url: string, asker: { readonly tenantId: number; readonly timeZone: string }) {
    this.#db = new Database({ connection: url, connections: 4 });
    this.#asker = asker;
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  /** Forgets the plan and reads it again; answers how long that took. */
  async fill(): Promise<number> {
    this.#index = new PlanningIndex();
    const began = performance.now();
    await this.#plan();
    return performance.now() - began;
  }

  #plan() {
    return this.#index.current({ db: this.#db, now: () => new Date() }, this.#asker);
  }

  async ask(body: object) {
    const now = Date.now();
    const zone = this.#asker.timeZone;
    const request = slotRequest(readWhole(slotBody, body, { zone, warnings: [] }), zone, now);
    const plan = await this.#plan();
    const began = cpuMs();
    const field = plan.field({ start: Math.max(request.start, now), end: request.end });
    const place = request.location && 'lat' in request.location ? request.location : undefined;
    const question = slotQuery(request, undefined, place, plan, now);
    const weights = normalise(request.weights, question);
    if (weights.length !== 6) throw new Error(`${weights.length} scorers`);
    const answer = search(field, question, weights, request.limit, {
      perResource: request.perResource,
      round: 0,
      after: undefined,
    });
    return { answer, ms: cpuMs() - began };
  }
}
