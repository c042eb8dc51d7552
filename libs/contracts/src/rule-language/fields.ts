import { Operator } from '../documents/rule.documents';
import { EXTERNAL_IDENTIFIERS, TRANSACTION_CODES } from '../documents/transactions/transaction.document';

export const FIELD_TYPES = ['text', 'amount', 'date', 'boolean', 'category', 'tags'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/**
 * Effect of an empty value on a field that a rule sets: the field is left out of the document, becomes null, or the
 * rule fails.
 */
export type WhenEmpty = 'omitted' | 'null' | 'refused';

/** A field that rules can read or set. */
export interface RuleField {
  /** Dotted path, such as `creditor.name`. */
  readonly name: string;
  readonly path: readonly string[];
  readonly type: FieldType;
  /** Part of the transaction's document, or a fact beside it: its ids, its times, its account. */
  readonly source: 'document' | 'facts';
  /** Whether rules may write it; identifiers and values that only the bank decides are read-only. */
  readonly settable: boolean;
  readonly whenEmpty: WhenEmpty;
  /** Value of a missing field; absent for the empty text. */
  readonly whenAbsent?: string;
  /** Index of the field in the table; -1 for a field that the table has only as a pattern. */
  readonly slot: number;
}

const COMPARISONS = ['equals', 'not_equals', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'not_in'] as const;
const SEARCHES = ['contains', 'not_contains', 'starts_with', 'ends_with', 'matches', 'not_matches'] as const;
const PRESENCE = ['is_empty', 'is_not_empty'] as const;

/** The operators of a field, and the format of its values. */
export const FIELD_TYPE_TABLE: Readonly<
  Record<FieldType, { readonly operators: readonly Operator[]; readonly values: string }>
> = {
  text: { operators: ['equals', 'not_equals', ...SEARCHES, 'in', 'not_in', ...PRESENCE], values: 'any text' },
  amount: { operators: [...COMPARISONS, ...PRESENCE], values: 'a plain decimal number such as -12.50' },
  date: { operators: [...COMPARISONS, ...PRESENCE], values: 'a date written YYYY-MM-DD' },
  boolean: { operators: ['equals', 'not_equals', ...PRESENCE], values: 'true or false' },
  category: {
    operators: ['equals', 'not_equals', 'in', 'not_in', ...PRESENCE],
    values: 'the id of one of the user’s categories; never a template',
  },
  tags: {
    operators: ['contains', 'not_contains', 'in', 'not_in', ...PRESENCE],
    values:
      'whole tags, whose letter case is ignored; a rule sets `a,b`, or adds to the present ones with `+a,b`',
  },
};

const PARTY = ['bban', 'iban', 'pan', 'masked_pan', 'msisdn', 'currency', 'agent'];

const SETTABLE_TEXTS = [
  'mapped_fields.payee',
  'mapped_fields.description',
  'debtor.name',
  'creditor.name',
  'ultimate_debtor',
  'ultimate_creditor',
  'remittance_information.structured',
  'remittance_information.structured_array',
  'remittance_information.unstructured',
  'remittance_information.unstructured_array',
  'additional_data_structured',
  'additional_information',
  'additional_information_structured',
  'note',
  ...TRANSACTION_CODES.map((name) => `codes.${name}`),
];

const READ_ONLY_TEXTS = [
  'currency',
  ...PARTY.flatMap((name) => [`debtor.${name}`, `creditor.${name}`]),
  'creditor.id',
  ...under('currency_exchange', 'source_currency unit_currency target_currency contract_identification'),
  ...EXTERNAL_IDENTIFIERS.map((name) => `external_identifiers.${name}`),
  ...under('trade', 'activity_type external_reference_id'),
  ...under('trade.instrument', 'symbol name exchange type figi_code'),
  ...under('trade.option', 'ticker type underlying_symbol'),
  ...under('enriched', 'provider category_general'),
  ...under('enriched.counterparty', 'name logo_url website mccs'),
  ...under('enriched.intermediary', 'name logo_url website mccs'),
  ...under('enriched.location', 'raw_address google_maps_url apple_maps_url'),
];

const READ_ONLY_AMOUNTS = [
  'balance_after_transaction',
  'currency_exchange.exchange_rate',
  ...under('trade', 'units price_per_unit fees fx_rate option.strike_price'),
  'enriched.certainty_score',
];

/** Times are compared by their day, since users write dates in rules. */
const READ_ONLY_DATES = [
  'booking_datetime',
  'value_datetime',
  'currency_exchange.quotation_date',
  'trade.option.expiration_date',
];

/** Fields of the transaction's account that rules can read; the names are those of the account's document. */
export const ACCOUNT_FACTS = [
  ...'name custom_name display_name integrator account_category raw_type currency product_name'.split(' '),
  ...'cash_account_type account_usage linked_accounts details account_number_masked'.split(' '),
  ...'bban scan iban bic owner_name owner_address msisdn integrator_id institution_id'.split(' '),
] as const;

const FACT_TEXTS = [
  'id',
  'financial_account_id',
  ...ACCOUNT_FACTS.map((name) => `financial_account.${name}`),
];

function under(parent: string, names: string): string[] {
  return names.split(' ').map((name) => `${parent}.${name}`);
}

type Row = Omit<RuleField, 'slot'>;

function field(name: string, type: FieldType, writing?: WhenEmpty): Row {
  const settable = writing !== undefined;
  return { name, path: name.split('.'), type, source: 'document', settable, whenEmpty: writing ?? 'refused' };
}

const fact = (name: string, type: FieldType): Row => ({ ...field(name, type), source: 'facts' });

/** The table of all fields with names. `mapped_fields` may have further texts. */
export const RULE_FIELDS: readonly RuleField[] = [
  field('amount', 'amount', 'refused'),
  field('booked', 'boolean'),
  { ...field('is_own_transfer', 'boolean'), whenAbsent: 'false' },
  field('mapped_fields.date', 'date', 'null'),
  field('booking_date', 'date', 'null'),
  field('value_date', 'date', 'null'),
  ...SETTABLE_TEXTS.map((name) => field(name, 'text', 'omitted')),
  field('category_id', 'category', 'omitted'),
  field('tags', 'tags', 'omitted'),
  ...READ_ONLY_TEXTS.map((name) => field(name, 'text')),
  ...READ_ONLY_AMOUNTS.map((name) => field(name, 'amount')),
  ...READ_ONLY_DATES.map((name) => field(name, 'date')),
  field('enriched.is_subscription', 'boolean'),
  field('enriched.is_personal', 'boolean'),
  ...FACT_TEXTS.map((name) => fact(name, 'text')),
  fact('financial_account.enabled', 'boolean'),
  fact('created_at', 'date'),
  fact('updated_at', 'date'),
].map((row, slot) => ({ ...row, slot }));

const BY_NAME: ReadonlyMap<string, RuleField> = new Map(RULE_FIELDS.map((one) => [one.name, one]));

/** Name of the further texts of `mapped_fields` in the table. */
export const FURTHER_MAPPED_FIELDS = 'mapped_fields.*';
const FURTHER_MAPPED_FIELD = /^mapped_fields\.([a-z][a-z0-9_]{0,63})$/;

/** The field of that dotted name, or undefined if transactions have none. */
export function findRuleField(name: string): RuleField | undefined {
  const known = BY_NAME.get(name);
  if (known) return known;
  const [, member] = FURTHER_MAPPED_FIELD.exec(name) ?? [];
  // members such as `constructor` are no fields
  if (member === undefined || member in Object.prototype) return undefined;
  return { ...field(name, 'text', 'omitted'), slot: -1 };
}
