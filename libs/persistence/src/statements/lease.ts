/**
 * Statements of leases. A leased row has the columns `fence` and `lease_until`. It is leased until a time of the
 * database's clock, and `fence` rises with every claim. Renewing, saving and releasing need the fence of the claim, so
 * an owner that slept past its lease changes nothing once another one has claimed the row. Releasing empties
 * `lease_until`.
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
