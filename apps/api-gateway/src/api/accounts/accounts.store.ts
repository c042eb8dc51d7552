import { ACCOUNT_CATEGORIES, ACCOUNT_SOURCES } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { AccountRow } from './account.resource';
import { ofGrantedAccounts } from '../../rest/lists/granted-rows';
import { rowsOf } from '../../rest/lists/row-list';
import { hasReference, JOIN_BALANCES } from '../../model/stores/accounts.store';
import { LINKS_OF_ACCOUNT } from '../../model/stores/transfers.store';

const CONNECTION = { needs: 'financial-connections:read' } as const;

/** The accounts that the token was granted. */
export const ACCOUNTS = rowsOf<AccountRow, [access: Access]>({
  from: 'accounts a',
  columns: `a.id, a.created_at, a.updated_at, a.document, b.cleared, b.available,
    ${LINKS_OF_ACCOUNT} as transfer_links_count,
    (select count(*) from settlements s
      where s.account_id = a.id and s.user_id = a.user_id and s.status = 'OPEN') as review_count`,
  joins: JOIN_BALANCES,
  condition: (parameters, access) =>
    `${ofGrantedAccounts(parameters, access, 'a', 'a.id')} and not a.deleted`,
}).listedBy({
  sorts: {
    id: 'a.id',
    created_at: 'a.created_at',
    updated_at: 'a.updated_at',
    name: `lower(a.document->>'name')`,
    custom_name: `lower(a.document->>'custom_name')`,
    display_name: `lower(a.document->>'display_name')`,
    currency: `a.document->>'currency'`,
    integrator: `a.document->>'integrator'`,
  },
  defaultSort: '-id',
  includes: {
    financial_connection: CONNECTION,
    'financial_connection.institution': CONNECTION,
  },
  filters: {
    id: { kind: 'id', sql: 'a.id' },
    financial_connection_id: { kind: 'id', sql: 'a.connection_id' },
    integrator: { kind: 'oneOf', values: ACCOUNT_SOURCES, sql: `a.document->>'integrator'` },
    account_category: {
      kind: 'oneOf',
      values: ACCOUNT_CATEGORIES,
      sql: `a.document->>'account_category'`,
    },
    currency: { kind: 'currency', sql: `a.document->>'currency'` },
    enabled: { kind: 'flag', sql: `(a.document->>'enabled')::boolean` },
    name: { kind: 'contains', sql: `a.document->>'name'` },
    display_name: { kind: 'contains', sql: `a.document->>'display_name'` },
    custom_name: { kind: 'contains', sql: `a.document->>'custom_name'` },
    search: {
      kind: 'words',
      description: 'Every word in one of its names.',
      sql: `concat_ws(chr(10), a.document->>'custom_name', a.document->>'display_name', a.document->>'name')`,
    },
    iban: { kind: 'exact', needs: 'sensitive:read', sql: `a.document->>'iban'` },
    bban: { kind: 'exact', needs: 'sensitive:read', sql: `a.document->>'bban'` },
    reference: {
      kind: 'exact',
      description: 'The `reference` of the account’s connection.',
      ...CONNECTION,
      sql: (values, parameters) => hasReference(parameters.texts(values)),
    },
  },
});

export type AccountQuery = ListQuery<typeof ACCOUNTS>;

/** The accounts that the token was granted: all of them, or those of the ids. One statement. */
export async function readAccounts(
  database: Queryable,
  access: Access,
  ids: readonly number[] | null,
): Promise<AccountRow[]> {
  if (ids === null) return ACCOUNTS.where(database, () => 'true', access);
  if (ids.length === 0) return [];
  return ACCOUNTS.where(database, (parameters) => `a.id = any(${parameters.ids(ids)})`, access);
}
