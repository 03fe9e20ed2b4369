import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { OperatorError } from '../../../domain/operator-error.ts';
import { archivedFiles, type BackupFolder, readCovered } from './backup-folder.ts';
import { type ReadableBackup, readBackups } from './manifest.ts';
import {
  type Ancestor,
  chainOf,
  historyName,
  historyTimeline,
  isOnPath,
  parseHistory,
  parseLsn,
  parseSegment,
  segmentAt,
  segmentBefore,
  segmentName,
} from './wal-names.ts';

export interface Target {
  /** Undefined: the newest. */
  readonly at: Date | undefined;
  /** The name of a base backup; undefined: the newest that will do. */
  readonly backup: string | undefined;
  /** Undefined: the newest. */
  readonly timeline: number | undefined;
}

/** Which base backup is used, and which files of the archive. */
export interface RecoveryPlan {
  readonly backup: ReadableBackup;
  readonly timeline: number;
  readonly ancestors: readonly Ancestor[];
  /** Names in pg_wal, and where they are stored. */
  readonly log: ReadonlyMap<string, { readonly file: string; readonly sha256: string }>;
  /** Everything that was committed before is in the archive. */
  readonly coveredUntil: Date;
  /** The first segment that should be in the archive and is not. */
  readonly missing: string | undefined;
}

const unpack = promisify(gunzip) as (bytes: Buffer) => Promise<Buffer>;

export async function planRecovery(folder: BackupFolder, target: Target): Promise<RecoveryPlan> {
  const { backups, problems } = await readBackups(folder);
  const stored = await archivedFiles(folder);
  const timelines = [
    ...[...stored.keys()].flatMap((name) => historyTimeline(name) ?? []),
    ...backups.map(({ manifest }) => manifest.timeline),
  ];
  if (backups.length === 0)
    throw new OperatorError(['The backup folder contains no complete backup.', ...problems].join('\n'));
  const timeline = target.timeline ?? Math.max(...timelines);
  const history = stored.get(historyName(timeline));
  const ancestors = history ? parseHistory((await unpack(await readFile(history.file))).toString('utf8')) : [];
  const usable = backups.filter(({ manifest: { timeline: of, stopLsn } }) =>
    isOnPath({ timeline: of, lsn: parseLsn(stopLsn) }, timeline, ancestors),
  );
  const backup = chooseBackup(usable, target, problems);
  const { log, missing: gap, last } = logOf(stored, backup, timeline, ancestors);
  const covered = (await readCovered(folder))[timeline];
  const coveredUntil = new Date(Math.max(Date.parse(covered?.at ?? '') || 0, Date.parse(backup.manifest.finishedAt)));
  const isShort = last < (parseSegment(covered?.until ?? '')?.number ?? -1);
  const missing = gap ?? (isShort ? segmentName({ timeline, number: last + 1 }) : undefined);
  return { backup, timeline, ancestors, log, coveredUntil, missing };
}

function chooseBackup(usable: readonly ReadableBackup[], { at, backup }: Target, problems: string[]): ReadableBackup {
  const named = backup === undefined ? usable : usable.filter(({ manifest }) => manifest.id === backup);
  const early = named.filter(({ manifest }) => at === undefined || Date.parse(manifest.finishedAt) <= at.getTime());
  const chosen = early.at(-1);
  if (chosen) return chosen;
  const first = named[0];
  const why = first
    ? `No backup was complete at ${at?.toISOString()}. The earliest moment that can be restored is ${first.manifest.finishedAt}.`
    : `There is no backup ${backup ?? ''} on this timeline. See: openslot backup list`;
  throw new OperatorError([why, ...problems].join('\n'));
}

/** The log that the recovery reads, and the histories of the timelines. */
function logOf(
  stored: ReadonlyMap<string, { file: string; sha256: string }>,
  { manifest }: ReadableBackup,
  timeline: number,
  ancestors: readonly Ancestor[],
): Pick<RecoveryPlan, 'log' | 'missing'> & { readonly last: number } {
  const first = segmentAt(parseLsn(manifest.startLsn));
  const { segments, missing } = chainOf(new Set(stored.keys()), first, timeline, ancestors);
  const last = parseSegment(segments.at(-1) ?? '')?.number ?? -1;
  if (last < segmentBefore(parseLsn(manifest.stopLsn)))
    throw new OperatorError(
      `The log of backup ${manifest.id} is incomplete in the archive. Run "openslot backup verify", and choose another one with --backup.`,
    );
  const wanted = new Set(segments);
  const log = new Map([...stored].filter(([name]) => wanted.has(name) || historyTimeline(name) !== undefined));
  return { log, missing, last };
}
