import { Operator } from '@tributary/contracts';

export type FieldType = 'text' | 'amount' | 'date' | 'boolean';

/** What becomes of a field that a rule sets to nothing: left out of the document, null, or the rule fails. */
export type WhenEmpty = 'omitted' | 'null' | 'refused';

/** A field of the transaction document that rules may speak of. */
export interface Field {
  /** Dotted path, such as `creditor.name`. */
  readonly name: string;
  readonly path: readonly string[];
  readonly type: FieldType;
  /** What a rule may write; identifiers and what the bank alone decides are read-only. */
  readonly settable: boolean;
  readonly whenEmpty: WhenEmpty;
}

const COMPARISONS = ['equals', 'not_equals', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'not_in'] as const;
const PRESENCE = ['is_empty', 'is_not_empty'] as const;

/** The one table of which operators a field takes: it validates, documents and evaluates. */
export const OPERATORS_OF: Record<FieldType, readonly Operator[]> = {
  text: [
    'equals',
    'not_equals',
    'contains',
    'not_contains',
    'starts_with',
    'ends_with',
    'matches',
    'not_matches',
    'in',
    'not_in',
    ...PRESENCE,
  ],
  amount: [...COMPARISONS, ...PRESENCE],
  date: [...COMPARISONS, ...PRESENCE],
  boolean: ['equals', 'not_equals', ...PRESENCE],
};

const PARTY_IDENTIFIERS = ['bban', 'iban', 'pan', 'masked_pan', 'msisdn', 'currency', 'agent'];

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
  'codes.bank_transaction_code',
  'codes.merchant_category_code',
  'codes.proprietary_bank_transaction_code',
  'codes.purpose_code',
];

const READ_ONLY_TEXTS = [
  'currency',
  ...PARTY_IDENTIFIERS.flatMap((name) => [`debtor.${name}`, `creditor.${name}`]),
  'creditor.id',
  'currency_exchange.source_currency',
  'currency_exchange.unit_currency',
  'currency_exchange.target_currency',
  'currency_exchange.contract_identification',
  'external_identifiers.institution_transaction_id',
  'external_identifiers.integrator_transaction_id',
  'external_identifiers.end_to_end_id',
  'external_identifiers.entry_reference',
  'external_identifiers.check_id',
  'external_identifiers.mandate_id',
  'trade.activity_type',
  'trade.external_reference_id',
  'trade.instrument.symbol',
  'trade.instrument.name',
  'trade.instrument.exchange',
  'trade.instrument.type',
  'trade.instrument.figi_code',
  'trade.option.ticker',
  'trade.option.type',
  'trade.option.underlying_symbol',
  'enriched.provider',
  'enriched.counterparty.name',
  'enriched.counterparty.logo_url',
  'enriched.counterparty.website',
  'enriched.counterparty.mccs',
  'enriched.intermediary.name',
  'enriched.intermediary.logo_url',
  'enriched.intermediary.website',
  'enriched.intermediary.mccs',
  'enriched.category_general',
  'enriched.location.raw_address',
  'enriched.location.google_maps_url',
  'enriched.location.apple_maps_url',
];

const READ_ONLY_AMOUNTS = [
  'balance_after_transaction',
  'currency_exchange.exchange_rate',
  'trade.units',
  'trade.price_per_unit',
  'trade.fees',
  'trade.fx_rate',
  'trade.option.strike_price',
  'enriched.certainty_score',
];

/** Times compare by their day: what users write in a rule is a date. */
const READ_ONLY_DATES = [
  'booking_datetime',
  'value_datetime',
  'currency_exchange.quotation_date',
  'trade.option.expiration_date',
];

function field(name: string, type: FieldType, writing?: WhenEmpty): Field {
  return {
    name,
    path: name.split('.'),
    type,
    settable: writing !== undefined,
    whenEmpty: writing ?? 'refused',
  };
}

/** Every field with a name of its own. Beside these `mapped_fields` may have further texts. */
export const FIELDS: ReadonlyMap<string, Field> = new Map(
  [
    field('amount', 'amount', 'refused'),
    field('booked', 'boolean'),
    field('mapped_fields.date', 'date', 'null'),
    field('booking_date', 'date', 'null'),
    field('value_date', 'date', 'null'),
    ...SETTABLE_TEXTS.map((name) => field(name, 'text', 'omitted')),
    ...READ_ONLY_TEXTS.map((name) => field(name, 'text')),
    ...READ_ONLY_AMOUNTS.map((name) => field(name, 'amount')),
    ...READ_ONLY_DATES.map((name) => field(name, 'date')),
    field('enriched.is_subscription', 'boolean'),
    field('enriched.is_personal', 'boolean'),
  ].map((each) => [each.name, each]),
);

const FURTHER_MAPPED_FIELD = /^mapped_fields\.([a-z][a-z0-9_]{0,63})$/;

/** The field of that dotted name, or undefined where a transaction has none such. */
export function findField(name: string): Field | undefined {
  const known = FIELDS.get(name);
  if (known) return known;
  const [, member] = FURTHER_MAPPED_FIELD.exec(name) ?? [];
  // `constructor` and its like would be found on every object.
  return member === undefined || member in Object.prototype ? undefined : field(name, 'text', 'omitted');
}
