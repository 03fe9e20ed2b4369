import type { Session } from '../database.ts';
import { parseLsn, SEGMENT_BYTES } from './wal-names.ts';

export interface Sample {
  readonly at: Date;
  readonly timeline: number;
  /** What was committed before `at` lies before this position of the log. */
  readonly lsn: number;
  /** The next transaction number, when none was under way; undefined otherwise. */
  readonly quietAt: string | undefined;
}

/** How far the log is. The time is taken first, so that it is not later than the position. */
export async function takeSample(db: Session): Promise<Sample> {
  const at = new Date();
  const [row] = await db.query<{ lsn: string; file: string; xmin: string; xmax: string }>(
    `select lsn::text, pg_walfile_name(lsn) as file, pg_snapshot_xmin(now_)::text as xmin, pg_snapshot_xmax(now_)::text as xmax
     from (select pg_current_snapshot() as now_, pg_current_wal_insert_lsn() as lsn) as position`,
  );
  if (!row) throw new Error('PostgreSQL did not return its position');
  return {
    at,
    timeline: Number.parseInt(row.file.slice(0, 8), 16),
    lsn: parseLsn(row.lsn),
    quietAt: row.xmin === row.xmax ? row.xmax : undefined,
  };
}

const MOST_SAMPLES = 2000;
/** What a segment begins with. A position up to here has nothing of the log in that segment. */
const SEGMENT_HEADER_BYTES = 40;

/** Finds from samples up to when everything that was committed is in the archive. */
export class Coverage {
  #waiting: Sample[] = [];
  #covered: Sample | undefined;

  get covered(): Sample | undefined {
    return this.#covered;
  }

  add(sample: Sample): void {
    // While the archive is away only every other one is kept: the answer is then a little older than it could be.
    if (this.#waiting.length >= MOST_SAMPLES) this.#waiting = this.#waiting.filter((_, at) => at % 2 === 0);
    this.#waiting.push(sample);
  }

  /** `storedUntil`: the last segment of a timeline, all before it being stored too; undefined when not known. */
  advance(storedUntil: (timeline: number) => number | undefined): void {
    const isStored = (sample: Sample): boolean =>
      sample.lsn <= ((storedUntil(sample.timeline) ?? -1) + 1) * SEGMENT_BYTES + SEGMENT_HEADER_BYTES ||
      this.#nothingSince(sample);
    for (;;) {
      const at = this.#waiting.findLastIndex(isStored);
      if (at === -1) return;
      this.#covered = this.#waiting[at];
      this.#waiting.splice(0, at + 1);
    }
  }

  /** No transaction has begun since the last moment that is covered: there is nothing to store. */
  #nothingSince({ timeline, quietAt }: Sample): boolean {
    return quietAt !== undefined && this.#covered?.timeline === timeline && this.#covered.quietAt === quietAt;
  }
}
