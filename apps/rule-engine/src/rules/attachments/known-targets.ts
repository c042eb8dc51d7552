import { Caller, mayAccess, Problem, RuleTargets } from '@tributary/contracts';
import { Clock } from '@tributary/messaging';
import { Queryable } from '@tributary/persistence';
import { AttachmentTarget } from './attachments.store';
import { accountsById, linksById, Lock, lockAccountsAndLinks } from './known-targets.store';

const LOOK_EVERY_MS = 50;
const LOOKS_MAX = 20;

/**
 * Repeats a look-up for up to a second. Links and accounts arrive by events, commands by another channel, so a command
 * may name a resource whose event has not arrived yet. A missing resource and another user's resource take the same
 * time.
 */
export async function untilKnown(look: () => Promise<boolean>, clock: Clock): Promise<void> {
  for (let looks = 1; !(await look()) && looks < LOOKS_MAX; looks += 1) await clock.sleep(LOOK_EVERY_MS);
}

/** An account or a link that a rule can be attached to. */
export interface KnownTarget {
  readonly accountId: number;
  /** Null for an account. */
  readonly destinationType: string | null;
}

/** The accounts or links, if all exist and the caller may see them; locked against other changes of their rules. */
export async function findTargets(
  database: Queryable,
  caller: Caller,
  { kind, ids }: RuleTargets,
  lock: Lock = '',
): Promise<KnownTarget[] | null> {
  if (kind === 'account') {
    const found = await areAccessible(database, caller, ids, lock);
    return found ? ids.map((id) => ({ accountId: id, destinationType: null })) : null;
  }
  const links = await linksById(database, ids, lock);
  const own = links.filter(({ accountId: id, userId }) => mayAccess(caller, { id, userId }));
  return own.length === new Set(ids).size ? own : null;
}

/** Returns whether all accounts exist and the caller may see them; locks them against other changes of their rules. */
export async function areAccessible(
  database: Queryable,
  caller: Caller,
  accountIds: readonly number[],
  lock: Lock = '',
): Promise<boolean> {
  const known = await accountsById(database, accountIds, lock);
  const granted = caller.accountIds === null ? null : new Set(caller.accountIds);
  const own = known.filter(({ id, userId }) => userId === caller.userId && (granted?.has(id) ?? true));
  return own.length === new Set(accountIds).size;
}

/** Locks accounts and links against other changes of their rules, always in the same order. */
export async function lockTargets(tx: Queryable, targets: readonly AttachmentTarget[]): Promise<void> {
  const idsOf = (kind: AttachmentTarget['kind']) =>
    targets.filter((one) => one.kind === kind).map(({ id }) => id);
  await lockAccountsAndLinks(tx, idsOf('account'), idsOf('link'));
}

/**
 * Returns the value.
 * @throws Problem (not found) for null or undefined
 */
export function present<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw Problem.notFound();
  return found;
}
