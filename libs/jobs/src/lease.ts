/**
 * The one lease: a row is leased until a time of the database's clock, and `fence` rises with every claim. Whoever
 * renews, saves or releases names the fence of their claim, so a holder that slept past its lease changes nothing.
 */

/** SQL of the end of a lease that begins now. @param ms SQL of its length in milliseconds, such as `$2` */
export function leaseEnd(ms: string): string {
  return `clock_timestamp() + (${ms})::float8 * interval '1 millisecond'`;
}

/** SQL: the lease has ended, or there was none. */
export function isFree(leaseUntil: string): string {
  return `coalesce(${leaseUntil}, '-infinity') < clock_timestamp()`;
}
