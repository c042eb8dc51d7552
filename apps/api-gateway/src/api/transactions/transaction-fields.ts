import { TransactionSort } from './search/transaction-list';

/** Version of a transaction: after the account's rules, or as the provider reports it. */
export type Side = 'shaped' | 'raw';

interface TypedField {
  /** Column of the shaped value. */
  readonly column: string;
  /** The raw value, read from the document. */
  readonly raw: string;
  readonly nullable: boolean;
}

/** The fields that have a typed column. The raw side has only the document, since it is rarely requested. */
const TYPED = {
  id: { column: 't.id', raw: 't.id', nullable: false },
  created_at: { column: 't.created_at', raw: 't.created_at', nullable: false },
  updated_at: { column: 't.updated_at', raw: 't.updated_at', nullable: false },
  changed_at: { column: 't.changed_at', raw: 't.changed_at', nullable: false },
  booked: { column: 't.booked', raw: `(t.raw->>'booked')::boolean`, nullable: false },
  currency: { column: 't.currency', raw: `(t.raw->>'currency') collate "C"`, nullable: false },
  amount: { column: 't.amount', raw: `(t.raw->>'amount')::numeric`, nullable: true },
  booking_date: { column: 't.booking_date', raw: rawDate('booking_date'), nullable: true },
  value_date: { column: 't.value_date', raw: rawDate('value_date'), nullable: true },
  booking_datetime: { column: 't.booking_datetime', raw: rawTime('booking_datetime'), nullable: true },
  value_datetime: { column: 't.value_datetime', raw: rawTime('value_datetime'), nullable: true },
  'currency_exchange.quotation_date': {
    column: 't.quotation_date',
    raw: `(t.raw #>> '{currency_exchange,quotation_date}') collate "C"`,
    nullable: true,
  },
  'mapped_fields.date': { column: 't.mapped_date', raw: rawDate('mapped_fields,date'), nullable: true },
  category_id: { column: 't.category_id', raw: `(t.raw->>'category_id')::bigint`, nullable: true },
} as const satisfies Record<TransactionSort | 'booked' | 'currency' | 'category_id', TypedField>;

export type TypedFieldName = keyof typeof TYPED;

export function typedField(name: TypedFieldName, side: Side): { sql: string; nullable: boolean } {
  const field: TypedField = TYPED[name];
  return { sql: side === 'raw' ? field.raw : field.column, nullable: field.nullable };
}

/** A text member of the document by its path: `creditor.name`. */
export function textField(path: string, side: Side): string {
  const document = side === 'raw' ? 't.raw' : 'coalesce(t.shaped, t.raw)';
  return `(${document} #>> '{${path.replaceAll('.', ',')}}')`;
}

/** A source's date may be invalid; such a value counts as absent, as in the typed columns. */
function rawDate(path: string): string {
  return `day_or_null(t.raw #>> '{${path}}')`;
}

function rawTime(path: string): string {
  return `instant_or_null(t.raw #>> '{${path}}')`;
}
