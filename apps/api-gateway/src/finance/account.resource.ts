import { AccountDocument, redactAccount } from '@tributary/contracts';
import { idText, timeText, wireText } from '../wire-values';
import { ConnectionResource } from './connection.resource';

export interface AccountRow {
  readonly id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: AccountDocument;
  readonly cleared: string | null;
  readonly available: string | null;
  readonly transfer_links_count: number;
}

/** What stands in an account beside its own fields. */
export interface AccountRelations {
  readonly financial_connection?: ConnectionResource | null;
  readonly rules?: readonly { readonly order: number; readonly rule: unknown }[];
  readonly transfer_links?: readonly unknown[];
}

export type AccountResource = Readonly<Record<string, unknown>>;

/** Texts by the interface: empty where nothing is known, never null. */
const DECLARED_TEXTS = [
  'meta',
  'name',
  'custom_name',
  'display_name',
  'bban',
  'scan',
  'iban',
  'bic',
  'owner_name',
  'owner_address',
  'currency',
  'product_name',
  'cash_account_type',
  'account_usage',
  'linked_accounts',
  'details',
  'msisdn',
  'integrator_id',
  'institution_id',
  'details_last_synced_at',
  'transactions_last_synced_at',
  'balances_last_synced_at',
] as const satisfies readonly (keyof AccountDocument)[];

/** An account with all its fields; its relations are there where the endpoint shows them. */
export function toAccount(
  row: AccountRow,
  view: { readonly identifiers: boolean },
  { financial_connection, rules, transfer_links }: AccountRelations = {},
): AccountResource {
  const { financial_connection_id, enabled, ...document } = row.document;
  const declaredTexts = Object.fromEntries(DECLARED_TEXTS.map((field) => [field, document[field] ?? '']));
  const resource = {
    id: idText(row.id),
    financial_connection_id: idText(financial_connection_id),
    ...(financial_connection === undefined ? {} : { financial_connection }),
    ...document,
    ...declaredTexts,
    enabled: wireText(enabled),
    balance: { available: row.available ?? 0, cleared: row.cleared ?? 0 },
    ...(rules === undefined ? {} : { rules }),
    ...(transfer_links === undefined ? {} : { transfer_links }),
    transfer_links_count: wireText(row.transfer_links_count),
    created_at: timeText(row.created_at),
    updated_at: timeText(row.updated_at),
  };
  if (view.identifiers) return resource;
  // `meta` is a text here, and required.
  return { ...redactAccount(resource, 'sensitive'), meta: '' };
}
