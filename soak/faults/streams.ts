import type { Chance } from '../../src/domain/random.ts';
import { request } from '../../test/process/process.ts';
import { appointments, dayOf, RESOURCES, slotsOn, TASK } from './plan.ts';

/** A client that writes one thing after another, and remembers what the service acknowledged. */
export interface Stream {
  acknowledged: readonly unknown[];
  /** False when there was no answer. */
  sendOne(address: string): Promise<boolean>;
  problems(address: string): Promise<string[]>;
}

/** Time entries, each with a reference of its own. */
export class TimeStream implements Stream {
  readonly acknowledged: string[] = [];
  readonly #key: string;
  #sent = 0;

  constructor(key: string) {
    this.#key = key;
  }

  async sendOne(address: string): Promise<boolean> {
    const backofficeID = `TIME-${this.#sent++}`;
    const date = `2026-06-${String(1 + (this.#sent % 28)).padStart(2, '0')}`;
    const entry = { ...TASK, backofficeID, resourceNo: RESOURCES[0], date, durationInSeconds: 1 };
    const answer = await request(address, this.#key, '/timeEntry', entry).catch(() => undefined);
    if (answer?.status === 200) this.acknowledged.push(backofficeID);
    return answer !== undefined;
  }

  async problems(address: string): Promise<string[]> {
    const { body } = await request(address, this.#key, '/timeEntry?start=2026-06-01&end=2026-07-01');
    const stored = (body as { backofficeID: string }[]).map((entry) => entry.backofficeID);
    const unique = new Set(stored);
    return [
      ...this.acknowledged
        .filter((id) => !unique.has(id))
        .map((id) => `time entry ${id} was acknowledged, and is lost`),
      ...(unique.size === stored.length ? [] : [`${stored.length - unique.size} time entries are stored twice`]),
    ];
  }
}

/** Slots that are found and booked. */
export class BookingStream implements Stream {
  readonly acknowledged: string[] = [];
  readonly #key: string;
  readonly #chance: Chance;
  #sent = 0;

  constructor(key: string, chance: Chance) {
    this.#key = key;
    this.#chance = chance;
  }

  async sendOne(address: string): Promise<boolean> {
    const answer = await this.#book(address).catch(() => undefined);
    if (answer?.status === 201) this.acknowledged.push(answer.body.appointmentGuid);
    return answer !== undefined;
  }

  async #book(address: string) {
    const slots = await slotsOn(address, this.#key, dayOf(Math.floor(this.#sent++ / 30)));
    const { token = '' } = slots.length > 0 ? this.#chance.pick(slots) : {};
    return request(address, this.#key, '/recommendation/book', { token, ...TASK });
  }

  async problems(address: string): Promise<string[]> {
    const stored = await appointments(address, this.#key);
    const guids = new Set(stored.map(({ appointmentGuid }) => appointmentGuid));
    return [
      ...this.acknowledged
        .filter((guid) => !guids.has(guid))
        .map((guid) => `booking ${guid} was acknowledged, and is lost`),
      ...doubleBookings(stored),
    ];
  }
}

/** Two appointments of one resource at the same time. */
export function doubleBookings(stored: Awaited<ReturnType<typeof appointments>>): string[] {
  const taken = new Map<string, string>();
  return stored.flatMap(({ appointmentGuid, resources = [], start }) =>
    resources.flatMap(({ resourceNo }) => {
      const other = taken.get(`${resourceNo} ${start}`);
      taken.set(`${resourceNo} ${start}`, appointmentGuid);
      return other === undefined ? [] : [`${resourceNo} is booked twice at ${start}: ${other}, ${appointmentGuid}`];
    }),
  );
}
