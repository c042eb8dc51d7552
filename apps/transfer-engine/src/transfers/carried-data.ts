import { Author, Carried, carriedFor, SyncMode } from '@tributary/contracts';

interface CarryingLink {
  readonly financial_account_id: number;
  readonly sync_mode: SyncMode;
}

/** The access that a link needs: its account's transactions, its balances, or both. */
export function neededBy({ financial_account_id, sync_mode }: CarryingLink): Carried {
  const scopes = ['accounts:read', ...(sync_mode === 'BALANCE' ? [] : ['transactions:read'])];
  return { scopes, accountIds: [financial_account_id] };
}

/** The data that a link carries: what it needs, and sensitive fields if its author may read them. */
export function carriedBy(link: CarryingLink & { readonly author: Author }): Carried {
  const { scopes, accountIds } = neededBy(link);
  return carriedFor(link.author, { scopes: [...scopes, 'sensitive:read'], accountIds });
}

/** The data that a transfer of the link carries, as far as the link's author may read it. */
export function carriedByTransfer(author: Author, accountId: number): Carried {
  return carriedBy({ author, financial_account_id: accountId, sync_mode: 'TRANSACTIONS' });
}
