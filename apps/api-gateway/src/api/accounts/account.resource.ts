import { AccountDocument, accountResource, redactAccount } from '@tributary/contracts';
import { DocumentRow } from '../../rest/lists/row-list';
import { wireText } from '../../rest/wire-values';
import { ConnectionResource } from '../included/connection.resource';

export interface AccountRow extends DocumentRow<AccountDocument> {
  readonly cleared: string | null;
  readonly available: string | null;
  readonly transfer_links_count: number;
  readonly review_count: number;
}

/** The relations of an account. */
export interface AccountRelations {
  readonly financial_connection?: ConnectionResource | null;
  readonly rules?: readonly { readonly order: number; readonly rule: unknown }[];
  readonly transfer_links?: readonly unknown[];
}

export type AccountResource = Readonly<Record<string, unknown>>;

/** Returns an account with all its fields, and with its relations if the endpoint shows them. */
export function toAccount(
  row: AccountRow,
  view: { readonly identifiers: boolean },
  { financial_connection, rules, transfer_links }: AccountRelations = {},
): AccountResource {
  const { id, document, created_at: createdAt, updated_at: updatedAt } = row;
  const resource = {
    ...accountResource({ id, document, createdAt, updatedAt, balance: row }),
    ...(financial_connection === undefined ? {} : { financial_connection }),
    ...(rules === undefined ? {} : { rules }),
    ...(transfer_links === undefined ? {} : { transfer_links }),
    transfer_links_count: wireText(row.transfer_links_count),
    review_count: wireText(row.review_count),
  };
  return redactAccount(resource, view.identifiers ? 'none' : 'sensitive');
}
