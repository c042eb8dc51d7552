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
export { BackupFolder } from './backup/kept/folder';
export { makeKeptBackup, type MadeBackup } from './backup/kept/make-kept-backup';
export { postgresProgram, runProgram } from './backup/programs';
export { RequestFailed } from './requests/ask-service';
