export { type BackupFolder, openFolder } from './backup-folder.ts';
export { BackupKeeper, FOLDER_SETTING } from './backup-keeper.ts';
export { changeState } from './backup-state.ts';
export { type HasBackups, noBackups } from './backup-status.ts';
export { takeBaseBackup } from './base-backup.ts';
export { type Manifest, partialBackups, readBackups } from './manifest.ts';
export { restore } from './restore.ts';
export { removeOldBackups } from './retention.ts';
export { tryBackup, verifyBackups } from './verify.ts';
