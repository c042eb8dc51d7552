import { Type } from '@sinclair/typebox';
import {
  CSV_COLUMN_KINDS,
  CSV_DATE_ORDERS,
  CSV_DECIMAL_MARKS,
  CSV_DELIMITERS,
  FILE_ACCOUNT_MATCHES,
  FILE_ENTRY_KINDS,
  FILE_FORMATS,
  FILE_IMPORT_STATUSES,
} from '@tributary/contracts';
import { component } from '../openapi/components';
import {
  CountText,
  CurrencyText,
  DateText,
  IdText,
  OrNull,
  Text,
  TextOneOf,
  TextOrNull,
  TimeOrNull,
  TimeText,
} from '../openapi/wire.schema';

const FileImportAccount = Type.Object({
  key: Type.Unsafe<string>({ ...Text, description: 'Names the account within the import.' }),
  iban: TextOrNull,
  number: TextOrNull,
  bank: TextOrNull,
  name: TextOrNull,
  currency: TextOrNull,
  entries: CountText,
  first_day: OrNull(DateText),
  last_day: OrNull(DateText),
  financial_account_id: OrNull(IdText),
  matched_by: OrNull(TextOneOf(FILE_ACCOUNT_MATCHES)),
  new_account: OrNull(Type.Object({ name: Text, currency: CurrencyText })),
});

const CsvReading = Type.Object({
  encoding: Text,
  delimiter: TextOneOf(CSV_DELIMITERS),
  decimal_mark: TextOneOf(CSV_DECIMAL_MARKS),
  date_order: TextOneOf(CSV_DATE_ORDERS),
  skip_rows: Type.Integer({ minimum: 0 }),
  columns: Type.Array(OrNull(TextOneOf(CSV_COLUMN_KINDS))),
  turn_signs: Type.Optional(Type.Boolean()),
  no_movement_words: Type.Optional(Type.Array(Text)),
});

const QifReading = Type.Object({ date_order: TextOneOf(CSV_DATE_ORDERS) });

/** An import of a bank's file. */
export const FileImport = component(
  'FileImport',
  Type.Object({
    id: IdText,
    status: TextOneOf(FILE_IMPORT_STATUSES),
    file_name: Text,
    file_bytes: CountText,
    format: OrNull(TextOneOf(FILE_FORMATS)),
    csv: OrNull(CsvReading),
    qif: OrNull(QifReading),
    csv_sample: Type.Unsafe<string[][]>({
      ...Type.Array(Type.Array(Text)),
      description: 'The first rows of a CSV file; empty for tokens that see no account identifiers.',
    }),
    accounts: Type.Array(FileImportAccount),
    entries_new: CountText,
    entries_known: CountText,
    entries_unreadable: CountText,
    entries_done: Type.Unsafe<string>({
      ...CountText,
      description: 'Of `entries_total`: read, stored or removed by the present job.',
    }),
    entries_total: CountText,
    transactions_added: CountText,
    transactions_removed: CountText,
    transactions_kept: Type.Unsafe<string>({
      ...CountText,
      description: 'What an undo left: edited since, sent by the bank as well, or in another import.',
    }),
    error: TextOrNull,
    created_at: TimeText,
    updated_at: TimeText,
    expires_at: TimeOrNull,
    applied_at: TimeOrNull,
  }),
);

/** An entry of an import's preview. */
export const FileImportEntry = component(
  'FileImportEntry',
  Type.Object({
    kind: TextOneOf(FILE_ENTRY_KINDS),
    line: CountText,
    account_key: TextOrNull,
    date: OrNull(DateText),
    amount: TextOrNull,
    currency: TextOrNull,
    counterparty: TextOrNull,
    description: TextOrNull,
    reason: TextOrNull,
  }),
);
