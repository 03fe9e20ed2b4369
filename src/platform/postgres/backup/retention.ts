import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../embedded/sync-folder.ts';
import { archivedFiles, type BackupFolder } from './backup-folder.ts';
import { type Manifest, PARTIAL, readBackups } from './manifest.ts';
import { historyTimeline, parseLsn, parseSegment, segmentAt } from './wal-names.ts';

/**
 * The backups that are needed to restore every moment since `since`: those that were finished later, and the last one before. The newest is always
 * kept.
 */
export function backupsToKeep<B extends Pick<Manifest, 'finishedAt'>>(oldestFirst: readonly B[], since: Date): B[] {
  const isOld = (backup: B) => Date.parse(backup.finishedAt) <= since.getTime();
  const lastOld = oldestFirst.findLastIndex(isOld);
  return oldestFirst.slice(Math.max(lastOld, 0));
}

/** Whether no kept backup needs an archived file. Histories are small and always kept. */
export function isUnneeded(name: string, kept: readonly Pick<Manifest, 'startLsn'>[]): boolean {
  const segment = parseSegment(name.slice(0, 24));
  if (kept.length === 0 || historyTimeline(name) !== undefined || segment === undefined) return false;
  // Positions only grow, on every timeline.
  return segment.number < Math.min(...kept.map(({ startLsn }) => segmentAt(parseLsn(startLsn))));
}

/** Removes backups, and the log that only they needed. A backup that is being removed is not taken for a complete one. */
export async function removeOldBackups(folder: BackupFolder, since: Date): Promise<{ backups: number; log: number }> {
  const { backups, problems } = await readBackups(folder);
  // What cannot be read may be a disk that is failing: nothing is removed then.
  if (problems.length > 0) return { backups: 0, log: 0 };
  const manifests = backups.map(({ manifest }) => manifest);
  const kept = backupsToKeep(manifests, since);
  const removed = backups.filter(({ manifest }) => !kept.includes(manifest));
  for (const { folder: home } of removed) {
    await rename(home, home + PARTIAL);
    await syncFolder(folder.base);
    await rm(home + PARTIAL, { recursive: true });
  }
  let log = 0;
  for (const [name, { file }] of await archivedFiles(folder)) {
    if (!isUnneeded(path.basename(name), kept)) continue;
    await rm(file, { force: true });
    log++;
  }
  return { backups: removed.length, log };
}
