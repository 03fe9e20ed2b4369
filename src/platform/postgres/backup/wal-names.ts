/** The size of a WAL segment: what initdb chooses, and the private database never sets otherwise. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENTS_PER_FILE_ID = 0x1_0000_0000 / SEGMENT_BYTES;

export interface Segment {
  readonly timeline: number;
  /** Position in the log: its first byte is at `number * SEGMENT_BYTES`. */
  readonly number: number;
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');

export const segmentName = ({ timeline, number }: Segment): string =>
  `${hex(timeline)}${hex(Math.floor(number / SEGMENTS_PER_FILE_ID))}${hex(number % SEGMENTS_PER_FILE_ID)}`;

/** Undefined for other files of pg_wal: histories, backup labels, partial segments. */
export function parseSegment(name: string): Segment | undefined {
  const found = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name);
  if (!found) return undefined;
  const [timeline = 0, high = 0, low = 0] = found.slice(1).map((part) => Number.parseInt(part, 16));
  return { timeline, number: high * SEGMENTS_PER_FILE_ID + low };
}

/** A position in the log, written by PostgreSQL as `1A/2B3C4D5E`. */
export function parseLsn(text: string): number {
  const [high = '', low = ''] = text.split('/');
  return Number.parseInt(high, 16) * 0x1_0000_0000 + Number.parseInt(low, 16);
}

export const segmentAt = (lsn: number): number => Math.floor(lsn / SEGMENT_BYTES);
/** The segment that holds the last byte before a position. */
export const segmentBefore = (lsn: number): number => Math.floor((lsn - 1) / SEGMENT_BYTES);

export const historyName = (timeline: number): string => `${hex(timeline)}.history`;
export const historyTimeline = (name: string): number | undefined => {
  const found = /^([0-9A-F]{8})\.history$/.exec(name);
  return found ? Number.parseInt(found[1] ?? '', 16) : undefined;
};

/** Where a timeline of the ancestry ends. */
export interface Ancestor {
  readonly timeline: number;
  readonly endLsn: number;
}

/** The ancestors of a timeline, oldest first, from its history file. */
export const parseHistory = (text: string): Ancestor[] =>
  text
    .split('\n')
    .map((line) => /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/.exec(line))
    .flatMap((found) => (found ? [{ timeline: Number(found[1]), endLsn: parseLsn(found[2] as string) }] : []));

/** Whether a recovery towards a timeline passes a position of another one. */
export const isOnPath = (
  position: { readonly timeline: number; readonly lsn: number },
  target: number,
  ancestors: readonly Ancestor[],
): boolean =>
  position.timeline === target ||
  ancestors.some(({ timeline, endLsn }) => timeline === position.timeline && position.lsn <= endLsn);

/**
 * The timeline whose file PostgreSQL reads for a segment: the newest that has begun there. The first segment of a new timeline repeats what the
 * old one holds before the fork.
 */
export function timelineOf(number: number, target: number, ancestors: readonly Ancestor[]): number {
  const begins = ancestors.map(({ endLsn }, at) => ({
    timeline: ancestors[at + 1]?.timeline ?? target,
    from: segmentAt(endLsn),
  }));
  const newest = begins.filter(({ from }) => from <= number).at(-1);
  return newest?.timeline ?? ancestors[0]?.timeline ?? target;
}

export interface Chain {
  /** What is there from the first segment on, without a gap. */
  readonly segments: readonly string[];
  /** The first segment that is missing while later ones are there. */
  readonly missing: string | undefined;
}

/** The segments that a recovery from `first` towards a timeline reads, as far as they are there. */
export function chainOf(
  present: ReadonlySet<string>,
  first: number,
  target: number,
  ancestors: readonly Ancestor[],
): Chain {
  const segments: string[] = [];
  const nameOf = (number: number) => segmentName({ timeline: timelineOf(number, target, ancestors), number });
  let number = first;
  while (present.has(nameOf(number))) segments.push(nameOf(number++));
  const gap = nameOf(number);
  const later = [...present].some((name) => {
    const segment = parseSegment(name);
    return (
      segment !== undefined &&
      segment.number > number &&
      segment.timeline === timelineOf(segment.number, target, ancestors)
    );
  });
  return { segments, missing: later ? gap : undefined };
}
