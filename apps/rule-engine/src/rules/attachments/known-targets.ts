import { Caller, mayAccess, Problem } from '@tributary/contracts';
import { Clock } from '@tributary/messaging';
import { Queryable } from '@tributary/persistence';
import { AttachmentTarget } from './attachments.store';
import { accountsById, KnownLink, linksById, Lock, lockAccountsAndLinks } from './known-targets.store';

const LOOK_EVERY_MS = 50;
const LOOKS_MAX = 20;

/**
 * Repeats a look-up for up to a second. Links and accounts arrive by events, commands by another channel, so a command
 * may name a resource whose event has not arrived yet. The time is the same for missing resources and for those of
 * another user.
 */
export async function untilKnown(look: () => Promise<boolean>, clock: Clock): Promise<void> {
  for (let looks = 1; !(await look()) && looks < LOOKS_MAX; looks += 1) await clock.sleep(LOOK_EVERY_MS);
}

/**
 * Returns the links, locked against other changes of their rules, if all exist and the caller may see their accounts.
 */
export async function findLinks(
  database: Queryable,
  caller: Caller,
  ids: readonly number[],
  lock: Lock = '',
): Promise<KnownLink[] | null> {
  const links = await linksById(database, ids, lock);
  const own = links.filter(({ accountId: id, userId }) => mayAccess(caller, { id, userId }));
  return own.length === new Set(ids).size ? own : null;
}

/** Returns the link, locked against other changes of its rules, if it exists and the caller may see its account. */
export async function findLink(
  database: Queryable,
  caller: Caller,
  id: number,
  lock: Lock = '',
): Promise<KnownLink | null> {
  const [link] = (await findLinks(database, caller, [id], lock)) ?? [];
  return link ?? null;
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
