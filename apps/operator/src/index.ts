export { program, run } from './run';
export { prepareRestored } from './backup/after-restore';
export { DUMP, filesOf, pack, SECRETS, unpack, verify } from './backup/copy/archive';
export {
  madeByNewer,
  MANIFEST,
  readManifest,
  TABLES,
  type CopiedTable,
  type Manifest,
} from './backup/copy/manifest';
export { Progress } from './backup/copy/progress';
export { columnNames, COPIED_SCHEMAS, tableName, tablesOf, writeCopy } from './backup/copy/write-copy';
export { BackupFolder } from './backup/folder/backup-folder';
export { makeBackup, type MadeBackup } from './backup/folder/make-backup';
export { postgresProgram, runProgram } from './backup/programs';
export { RequestFailed } from './requests/request-service';
