/**
 * A sync is lost when its lease ends before the sync does: its process died, or could not save. The next claim counts it,
 * and a sync that ends, however it ends, begins the count again. An account that may be what the processes die of is not
 * to take one after the other with it: from the second loss in a row it waits beyond its lease, each time longer. The wait
 * grows from the pause after a failed sync and not from the lease, which is short.
 */

/** Doubles are exact up to here; the wait is at its most long before. */
const COUNTED_MAX = 20;

/** SQL of when an account's lease counts as free. @param pauseMs SQL of the pause that grows */
export function freeAt(account: string, pauseMs: string): string {
  const exponent = `least(${account}.lost_syncs, ${COUNTED_MAX})`;
  // The accounts of one crash do not meet again.
  const spread = `(1 + (${account}.id % 8) / 8.0)`;
  return `${account}.lease_until + least(interval '1 day',
    ((${pauseMs})::float8 * (4.0 ^ ${exponent} - 1) * ${spread})::float8 * interval '1 millisecond')`;
}

/** SQL of the count with a claim. */
export function countedAtClaim(account: string): string {
  return `${account}.lost_syncs + case when ${account}.lease_until is null then 0 else 1 end`;
}

/** One loss in a row is a restart, as every release brings one. */
export const LOST_UNTIL_SAID = 2;

/** How often processes died is for the operator; here is what the user may do about it. */
export function lostMessage(lostSyncs: number): string {
  return `The last ${lostSyncs} syncs ended before everything was stored. The account waits longer each time.`;
}
