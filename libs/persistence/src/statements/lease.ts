/**
 * The one kind of lease: a row has the columns `fence` and `lease_until`. It is leased until a time of the database's
 * clock, and `fence` rises with every claim. Renewing, saving and releasing need the fence of the claim, so an owner
 * that slept past its lease changes nothing once another one has claimed the row. Releasing empties `lease_until`.
 */

/** SQL of the end of a lease that begins now. @param ms SQL of its length in milliseconds, such as `$2` */
export function leaseEnd(ms: string): string {
  return `clock_timestamp() + (${ms})::float8 * interval '1 millisecond'`;
}

/** SQL: whether the lease has ended, or there was none. */
export function isFree(leaseUntil: string): string {
  return `coalesce(${leaseUntil}, '-infinity') < clock_timestamp()`;
}

/** SQL: whether the row has neither been released nor claimed again since the claim with this fence. */
export function isHeld(row: string, fence: string): string {
  return `${row}.fence = ${fence} and ${row}.lease_until is not null`;
}

/**
 * SQL that renews many leases of a table at once; `$1` their keys, `$2` their fences, `$3` their length in
 * milliseconds. It returns `key`, `fence` and `renewed`, which is false where another process has the row, or it was
 * released. Rows that another transaction has locked are skipped, so that one lock delays no other lease; they are
 * renewed the next time. @param key the column that identifies a row
 */
export function renewLeases(table: string, key: string): string {
  return `
    with wanted as (
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
        or not exists (select from ${table} t where t.${key} = w.key and ${isHeld('t', 'w.fence')})`;
}
