import { Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import {
  FILE_ENTRY_KINDS,
  FILE_IMPORT_STATUSES,
  FileCsvReading,
  FileImport,
  FileImportEntry,
  FileQifReading,
} from '../../documents/accounts/file-import.document';
import { AccountUpsertedV1 } from '../../events/accounts/account-upserted.v1';
import { Currency, Id, Nullable, OneOf } from '../../scalars';

/** The largest file. */
export const FILE_BYTES_MAX = 50 * 1024 * 1024;
/** Limit of a piece of a file in one command: its base64 text, encrypted, must fit into a message of the bus. */
export const FILE_PIECE_BYTES_MAX = 128 * 1024;
export const FILE_NAME_LENGTH_MAX = 255;
/** Maximum of accounts in one file. */
export const FILE_ACCOUNTS_MAX = 100;

const service = 'ingestion-sync';
const named = { importId: Id };
const page = { page: Type.Integer({ minimum: 1 }), size: Type.Integer({ minimum: 1, maximum: 100 }) };
const total = Type.Integer({ minimum: 0 });

export const BeginFileImport = defineCommand({
  service,
  name: 'begin-file-import',
  description: 'Begins the upload of a bank’s file.',
  payload: Type.Object({
    fileName: Type.String({ minLength: 1, maxLength: FILE_NAME_LENGTH_MAX }),
    financialAccountId: Nullable(Id),
  }),
  result: Type.Object({ id: Id }),
});

export const StoreFilePiece = defineCommand({
  service,
  name: 'store-file-piece',
  description: 'Stores the next piece of a file.',
  payload: Type.Object({
    ...named,
    index: Type.Integer({ minimum: 0 }),
    /** Base64. */
    piece: Type.String({ minLength: 1, maxLength: Math.ceil(FILE_PIECE_BYTES_MAX / 3) * 4 }),
  }),
  result: Type.Object({ bytes: total }),
  confidential: true,
});

export const EndFileUpload = defineCommand({
  service,
  name: 'end-file-upload',
  description: 'The file is complete: it is read, and compared with the stored transactions.',
  payload: Type.Object({ ...named, pieces: Type.Integer({ minimum: 1 }) }),
  result: FileImport,
});

export const DiscardFileImport = defineCommand({
  service,
  name: 'discard-file-import',
  description: 'Erases an import that was not applied, and its file.',
  payload: Type.Object(named),
  result: Type.Object({ id: Id }),
});

export const ShowFileImport = defineCommand({
  service,
  name: 'show-file-import',
  description: 'An import with its preview.',
  payload: Type.Object(named),
  result: FileImport,
  reading: true,
});

export const ListFileImports = defineCommand({
  service,
  name: 'list-file-imports',
  description: 'The imports of a user, newest first.',
  payload: Type.Object({
    ...page,
    /** Empty or absent: all. */
    statuses: Type.Optional(
      Type.Array(OneOf(FILE_IMPORT_STATUSES), { maxItems: FILE_IMPORT_STATUSES.length }),
    ),
  }),
  result: Type.Object({ imports: Type.Array(FileImport), total }),
  reading: true,
});

export const ListFileImportEntries = defineCommand({
  service,
  name: 'list-file-import-entries',
  description: 'Entries of an import’s preview, in the order of the file’s accounts and days.',
  payload: Type.Object({
    ...named,
    ...page /** Empty: all. */,
    kinds: Type.Array(OneOf(FILE_ENTRY_KINDS), { maxItems: FILE_ENTRY_KINDS.length }),
  }),
  result: Type.Object({ entries: Type.Array(FileImportEntry), total }),
  reading: true,
});

export const ChangeFileImport = defineCommand({
  service,
  name: 'change-file-import',
  description:
    'Corrects how a CSV or QIF file is read, and chooses where the entries of the file’s accounts go.',
  payload: Type.Object({
    ...named,
    csv: Type.Optional(FileCsvReading),
    qif: Type.Optional(FileQifReading),
    accounts: Type.Optional(
      Type.Array(
        Type.Object({
          key: Type.String(),
          financialAccountId: Nullable(Id),
          newAccount: Nullable(
            Type.Object({ name: Type.String({ minLength: 1, maxLength: 255 }), currency: Currency }),
          ),
        }),
        { maxItems: FILE_ACCOUNTS_MAX },
      ),
    ),
  }),
  result: FileImport,
});

export const ApplyFileImport = defineCommand({
  service,
  name: 'apply-file-import',
  description: 'Stores the new entries of an import as transactions, in the background.',
  payload: Type.Object(named),
  result: Type.Object({
    fileImport: FileImport,
    /** Accounts that the import added. */
    accounts: Type.Array(AccountUpsertedV1.payload),
  }),
});

export const UndoFileImport = defineCommand({
  service,
  name: 'undo-file-import',
  description: 'Removes what an import added, in the background.',
  payload: Type.Object(named),
  result: FileImport,
});
