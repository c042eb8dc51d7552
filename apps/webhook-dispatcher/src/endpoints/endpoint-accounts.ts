import { Caller, FieldErrors } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';

/**
 * What an endpoint is to be told of. A restricted token's endpoint never gets more than the token may read.
 * @param followsGrant the endpoint is held to the caller's own grant: "all" may stay open to what is granted later.
 */
export function wantedAccounts(
  wanted: readonly number[] | null,
  caller: Caller,
  followsGrant: boolean,
): number[] | null {
  const ids = wanted ?? (followsGrant ? null : caller.accountIds);
  return ids && [...new Set(ids)];
}

/** One error for each id that is not an account of the caller's: those that exist elsewhere look the same. */
export async function accountErrors(tx: Tx, ids: readonly number[], caller: Caller): Promise<FieldErrors> {
  const usable = await usableAccounts(tx, ids, caller);
  return Object.fromEntries(
    ids.flatMap((id, place): [string, string[]][] => {
      const field = `financial_accounts.${place}`;
      return usable.has(id) ? [] : [[field, [`The selected ${field} is invalid.`]]];
    }),
  );
}

async function usableAccounts(tx: Tx, ids: readonly number[], caller: Caller): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: number }>(
    'select id from accounts where id = any($1::bigint[]) and user_id = $2 and not deleted',
    [ids, caller.userId],
  );
  const granted = ({ id }: { id: number }): boolean =>
    caller.accountIds === null || caller.accountIds.includes(id);
  return new Set(rows.filter(granted).map(({ id }) => id));
}
