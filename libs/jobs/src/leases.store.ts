import { isHeld, leaseEnd, Queryable } from '@tributary/persistence';
import { Claim, HeldLease } from './held-lease';

/** A table whose rows are leased; its owner's store names it. */
export interface LeasedTable {
  readonly table: string;
  /** The column that identifies a row. */
  readonly key: string;
}

/** Result of renewing a lease. */
export interface Renewal {
  readonly key: number;
  readonly fence: number;
  /** False where another process has it, or it was released. */
  readonly renewed: boolean;
}

/**
 * Renews leases in one statement. Rows that another transaction has locked are skipped and not returned, so that one
 * lock delays no other lease; they are renewed the next time.
 */
export function renewLeases(
  database: Queryable,
  { table, key }: LeasedTable,
  leases: readonly HeldLease[],
): Promise<Renewal[]> {
  return database.query<Renewal>(
    `with wanted as (
       select * from unnest($1::bigint[], $2::bigint[]) as w(key, fence)
     ), held as (
       select t.${key} as key, t.fence from ${table} t join wanted w on w.key = t.${key}
        where ${isHeld('t', 'w.fence')}
        order by t.${key} for no key update of t skip locked
     ), renewed as (
       update ${table} t set lease_until = ${leaseEnd('$3')} from held where t.${key} = held.key
     )
     select w.key, w.fence, held.key is not null as renewed
       from wanted w left join held on held.key = w.key and held.fence = w.fence
      where held.key is not null
         or not exists (select from ${table} t where t.${key} = w.key and ${isHeld('t', 'w.fence')})`,
    [leases.map(({ id }) => id), leases.map(({ fence }) => fence), leases[0]?.leaseMs ?? 0],
  );
}

/** Renews one lease; waits while another transaction has locked its row. @returns false if it was lost */
export async function renewLease(
  database: Queryable,
  { table, key }: LeasedTable,
  { id, fence, leaseMs }: HeldLease,
): Promise<boolean> {
  const renewed = await database.execute(
    `update ${table} t set lease_until = ${leaseEnd('$3')} where t.${key} = $1 and ${isHeld('t', '$2')}`,
    [id, fence, leaseMs],
  );
  return renewed > 0;
}

/** Releases rows, so that another process may claim them at once. Rows that were claimed again stay as they are. */
export async function releaseLeases(
  database: Queryable,
  { table, key }: LeasedTable,
  claims: readonly Claim[],
): Promise<void> {
  await database.execute(
    `update ${table} t set lease_until = null
       from unnest($1::bigint[], $2::bigint[]) as c(key, fence)
      where t.${key} = c.key and ${isHeld('t', 'c.fence')}`,
    [claims.map(({ id }) => id), claims.map(({ fence }) => fence)],
  );
}
