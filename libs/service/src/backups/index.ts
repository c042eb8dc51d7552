export { BackupFailed } from './backup-failed';
export { BACKUP_AGE, recordBackup, type BackupRecord } from './backups.store';
export { nextBackupAt, readTimeOfDay, type ScheduleState, type TimeOfDay } from './backup-schedule';
export { backupName, backupsAmong, superfluous, type BackupFile } from './backup-files';
export { NightlyBackups, type NightlyOptions } from './nightly-backups';
