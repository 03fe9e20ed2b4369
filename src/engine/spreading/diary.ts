import type { Budget, Person } from './model.ts';

/** The days of a person while budgets are spread over them. */
export class Diary {
  readonly person: Person;
  /** Of each day: minutes that are taken. */
  readonly taken: number[];
  /** Of each budget that this person works on: its minutes on each day. */
  readonly shares = new Map<Budget, number[]>();

  constructor(person: Person) {
    this.person = person;
    this.taken = person.days.map(() => 0);
  }

  sharesOf(budget: Budget): number[] {
    const known = this.shares.get(budget);
    if (known) return known;
    const fresh = this.person.days.map(() => 0);
    this.shares.set(budget, fresh);
    return fresh;
  }

  add(budget: Budget, day: number, minutes: number): void {
    const shares = this.sharesOf(budget);
    shares[day] = (shares[day] ?? 0) + minutes;
    this.taken[day] = (this.taken[day] ?? 0) + minutes;
  }

  minutes(day: number): number {
    return this.person.days[day]?.minutes ?? 0;
  }

  /** Minutes that a budget can still take on a day, if so much of the day may be taken. */
  room(budget: Budget, day: number, share: number): number {
    const free = Math.floor(this.minutes(day) * share) - (this.taken[day] ?? 0);
    const own = (budget.maxPerDay ?? Number.POSITIVE_INFINITY) - (this.shares.get(budget)?.[day] ?? 0);
    return Math.max(0, Math.min(free, own));
  }

  /** The days on which a budget may be worked on, until a date. */
  daysFor({ earliest = '', latest }: Budget, until: string | undefined): readonly number[] {
    return this.person.days.flatMap(({ date }, day) => {
      const isLate = (until !== undefined && date > until) || (latest !== undefined && date > latest);
      return date < earliest || isLate ? [] : [day];
    });
  }
}
