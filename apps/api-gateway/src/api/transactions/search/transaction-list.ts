import { TRANSFER_STATUSES } from '@tributary/contracts';
import { ListDefinition, ListQuery, QueryDefinition, ResourceQuery } from '@tributary/http';
import { SPLIT_KINDS } from '../../../model/projections/transactions.projection';

const ACCOUNT = { needs: 'accounts:read' } as const;
const TRANSFERS = { needs: 'transfer-links:read' } as const;
const CONNECTION = { needs: 'financial-connections:read' } as const;
const IDENTIFIER = { kind: 'exact', needs: 'sensitive:read' } as const;
const SHOWN_DAY = {
  kind: 'date',
  description:
    'Compares `mapped_fields.date`, the day that the transaction is shown under: every transaction has it whose source gives ' +
    'any day.',
} as const;
const OFTEN_ABSENT_DAY = {
  kind: 'date',
  description:
    'Many sources give no value date, and transactions without one match neither. `filter[date_after]` and ' +
    '`filter[date_before]` compare the day that is shown.',
} as const;
const CONTAINS = { kind: 'contains' } as const;

/** Filter of transactions, and of removed ones. */
export const UPDATED_AFTER = {
  kind: 'moment',
  description:
    'Whose last change this API learned of later. Sort by `changed_at` and send the last row’s `changed_at` next: no change ' +
    'is left out.',
} as const;

/** The query of `GET /finance/transactions`. */
export const TRANSACTION_LIST = {
  sorts: [
    'id',
    'created_at',
    'updated_at',
    'booking_date',
    'value_date',
    'amount',
    'booking_datetime',
    'value_datetime',
    'currency_exchange.quotation_date',
    'mapped_fields.date',
    'changed_at',
  ],
  defaultSort: '-id',
  includes: {
    financial_account: ACCOUNT,
    'financial_account.financial_connection': CONNECTION,
    'financial_account.financial_connection.institution': CONNECTION,
    transfer_logs: TRANSFERS,
    enriched: {},
    trade: {},
    failed_transfers: TRANSFERS,
    attempted_transfers: TRANSFERS,
    changed_at: { description: 'when this API learned of the last change; what `updated_after` compares.' },
  },
  filters: {
    'financial_account.name': { kind: 'contains', ...ACCOUNT },
    'financial_account.display_name': { kind: 'contains', ...ACCOUNT },
    'financial_account.bban': IDENTIFIER,
    'financial_account.iban': IDENTIFIER,
    'debtor.bban': IDENTIFIER,
    'debtor.iban': IDENTIFIER,
    'creditor.bban': IDENTIFIER,
    'creditor.iban': IDENTIFIER,
    'creditor.name': CONTAINS,
    'debtor.name': CONTAINS,
    'external_identifiers.institution_transaction_id': IDENTIFIER,
    'remittance_information.structured': CONTAINS,
    'remittance_information.unstructured': CONTAINS,
    'remittance_information.structured_array': CONTAINS,
    'remittance_information.unstructured_array': CONTAINS,
    id: { kind: 'id' },
    financial_account_id: { kind: 'id' },
    booked: { kind: 'flag' },
    is_own_transfer: {
      kind: 'flag',
      description: 'Whether it is in a confirmed transfer between own accounts.',
    },
    counterparty: {
      kind: 'contains',
      description:
        'The name of `enriched.counterparty`: the brand, or the other side where no brand is known.',
    },
    is_subscription: {
      kind: 'flag',
      description: 'Whether `enriched.is_subscription` is true. Transactions without an enrichment are none.',
    },
    currency: { kind: 'currency' },
    category: { kind: 'idOrNone', description: 'By `category_id`.' },
    tag: {
      kind: 'exact',
      description: 'Whole tags, in any case: one of them is enough.',
    },
    additional_information: CONTAINS,
    additional_information_structured: CONTAINS,
    additional_data_structured: CONTAINS,
    transfer_status: { kind: 'oneOf', values: [...TRANSFER_STATUSES, 'NONE'], ...TRANSFERS },
    split: {
      kind: 'oneOf',
      values: SPLIT_KINDS,
      description:
        'Without it, `filter[id]` and `filter[updated_after]` the list has what counts: transactions as they are, and the ' +
        'parts of those that are split. `SPLIT` are the split ones themselves, `REVIEW` those of them whose amount has changed since.',
    },
    under_review: {
      kind: 'flag',
      description:
        'Whether it may be another transaction of its account. Until somebody decides, it is in lists and exports, is sent ' +
        'and announced nowhere, and is in no figure. Decide with `POST /finance/settlement-reviews/{reviewId}/accept` (one ' +
        'payment) or `/dismiss` (two).',
    },
    date_after: SHOWN_DAY,
    date_before: SHOWN_DAY,
    booking_date_after: { kind: 'date' },
    booking_date_before: { kind: 'date' },
    value_date_after: OFTEN_ABSENT_DAY,
    value_date_before: OFTEN_ABSENT_DAY,
    updated_after: UPDATED_AFTER,
    amount_min: { kind: 'amount' },
    amount_max: { kind: 'amount' },
    reference: {
      kind: 'exact',
      description: 'The `reference` of the connection that the account belongs to.',
      ...CONNECTION,
    },
    search: { kind: 'words', description: 'In names of parties, remittance and additional information.' },
  },
  flags: {
    omit_sensitive_identifiers: {
      description:
        'Leaves account numbers and outside references out, also those of an included financial account.',
    },
    with_available_financial_accounts: {
      description: 'Adds the financial accounts that the token may see to `meta`.',
      ...ACCOUNT,
    },
    disable_rules: {
      description:
        'Raw data, without the account’s output rules; delegated apps always get rule-shaped data.',
    },
  },
} as const satisfies ListDefinition;

const { omit_sensitive_identifiers, disable_rules } = TRANSACTION_LIST.flags;

/** The query of `GET /finance/transactions/{transactionId}`. */
export const TRANSACTION_ALONE = {
  includes: TRANSACTION_LIST.includes,
  flags: {
    omit_sensitive_identifiers,
    disable_rules,
    as_reported: {
      description:
        'As the bank or the file reports it, before rules and before what the user set; of a part, the transaction that was ' +
        'split. 404 for one that was added by hand. Delegated apps always get rule-shaped data.',
    },
  },
} as const satisfies QueryDefinition;

export type TransactionSort = (typeof TRANSACTION_LIST.sorts)[number];
export type TransactionInclude = keyof typeof TRANSACTION_LIST.includes;
export type TransactionFilter = keyof typeof TRANSACTION_LIST.filters;

export type TransactionQuery = ListQuery<typeof TRANSACTION_LIST>;
export type TransactionAloneQuery = ResourceQuery<typeof TRANSACTION_ALONE>;
