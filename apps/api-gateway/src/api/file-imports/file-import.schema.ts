import { Static, Type } from '@sinclair/typebox';
import {
  CSV_COLUMN_KINDS,
  CSV_DATE_ORDERS,
  CSV_DECIMAL_MARKS,
  CSV_DELIMITERS,
  FILE_ACCOUNT_MATCHES,
  FILE_CERTAINTIES,
  FILE_ENTRY_KINDS,
  FILE_FORMATS,
  FILE_IMPORT_STATUSES,
} from '@tributary/contracts';
import { component } from '../../rest/openapi/components';
import {
  CountText,
  CurrencyText,
  DateText,
  IdText,
  MoneyText,
  OrNull,
  Text,
  TextOneOf,
  TextOrNull,
  TimeOrNull,
  TimeText,
} from '../../rest/openapi/wire.schema';

const FileBalances = Type.Object({
  currency: OrNull(CurrencyText),
  opening: OrNull(MoneyText),
  opening_date: OrNull(DateText),
  closing: OrNull(MoneyText),
  closing_date: OrNull(DateText),
  entries: CountText,
  entries_sum: MoneyText,
  statements: Type.Unsafe<string>({
    ...CountText,
    description: 'Statements with an opening and a closing balance.',
  }),
  adds_up: OrNull(
    Type.Unsafe<boolean>({
      type: 'boolean',
      description:
        'Whether the readable entries lead from each opening balance to its closing one; null: the file does not state both.',
    }),
  ),
  difference: OrNull(MoneyText),
  gaps: Type.Array(
    Type.Object({
      line: CountText,
      opening: MoneyText,
      closing: MoneyText,
      entries_sum: MoneyText,
      difference: MoneyText,
    }),
  ),
});

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
  proposed_account_id: Type.Unsafe<string | null>({
    ...OrNull(IdText),
    description:
      'Where the last file of this layout went, if the file does not name its account. It is not chosen yet.',
  }),
  suggested_name: TextOrNull,
  suggested_currency: OrNull(CurrencyText),
  balances: Type.Unsafe<Static<typeof FileBalances> | null>({
    ...OrNull(FileBalances),
    description: 'What the file states of the account; null: nothing.',
  }),
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

const Question = Type.Object({
  columns: Type.Unsafe<number[]>({
    ...Type.Array(Type.Integer({ minimum: 0 })),
    description: 'The columns that it is about, from 0.',
  }),
  text: Text,
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
    certainty: Type.Unsafe<string | null>({
      ...OrNull(TextOneOf(FILE_CERTAINTIES)),
      description:
        'How sure the reading of a CSV file is, or the order of the dates in a QIF file; null: nothing is in doubt. A `GUESS` cannot be applied until `PATCH` has sent the reading, which confirms it.',
    }),
    questions: Type.Array(Question),
    csv_sample: Type.Unsafe<string[][]>({
      ...Type.Array(Type.Array(Text)),
      description: 'The first rows of a CSV file; empty for tokens that see no account identifiers.',
    }),
    accounts: Type.Array(FileImportAccount),
    entries_new: CountText,
    entries_known: CountText,
    entries_doubtful: CountText,
    entries_left_out: CountText,
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

/** The result of a decision about all reviews of an import. */
export const DecidedReviews = component(
  'DecidedReviews',
  Type.Object({ decided: CountText, refused: CountText, remaining: CountText }),
);
