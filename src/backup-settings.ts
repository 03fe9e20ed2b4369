import path from 'node:path';
import { setting, whole } from './setting.ts';

const minuteOf = (text: string): number | undefined => {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text.trim());
  return found ? Number(found[1]) * 60 + Number(found[2]) : undefined;
};

/** Settings of the backups of the private PostgreSQL. */
export const backupSettings = {
  backupFolder: setting(
    'BACKUP_FOLDER',
    '',
    'Folder for backups of the private PostgreSQL, best on another disk. Setting it turns backups on: see the guide to backups. Without it there are none.',
    (value) =>
      value === '' || path.isAbsolute(value)
        ? { value: value === '' ? undefined : path.normalize(value) }
        : { wrong: 'must be an absolute path such as /var/backups/openslot' },
  ),
  backupAt: setting(
    'BACKUP_AT',
    '01:00',
    'When base backups are taken, in UTC, separated by commas (01:00,13:00). A missed one is made up for at the next start. never: only by `openslot backup`.',
    (value): { value: readonly number[] } | { wrong: string } => {
      const minutes = value === 'never' ? [] : value.split(',').map(minuteOf);
      return minutes.every((each) => each !== undefined)
        ? { value: minutes }
        : { wrong: 'must be never, or times of day such as 01:00, separated by commas' };
    },
  ),
  backupKeepDays: setting(
    'BACKUP_KEEP_DAYS',
    '14',
    'How far back a moment can be restored, in days. Base backups and log that are not needed for it are removed after each backup.',
    whole(1, 36_500),
  ),
  backupArchiveSeconds: setting(
    'BACKUP_ARCHIVE_SECONDS',
    '60',
    'While something changes, the write-ahead log is stored in the backup folder at least this often, in seconds: what is lost at most if the machine with its disk is lost.',
    whole(1, 86_400),
  ),
  backupWalLimitMb: setting(
    'BACKUP_WAL_LIMIT_MB',
    '8192',
    'How many megabytes of write-ahead log may wait on the disk of the database while the backup folder cannot be used. Beyond that they are dropped, and the next backup starts over. 0 means no limit.',
    whole(0, 10_000_000),
  ),
} as const;
