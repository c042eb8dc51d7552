import { Caller, mayAccess, Problem } from '@tributary/contracts';
import { Clock } from '@tributary/messaging';
import { Queryable } from '@tributary/persistence';
import { AttachmentTarget } from './attachments.store';
import { accountsById, KnownLink, linksById, Lock, lockAccountsAndLinks } from './known-targets.store';

const LOOK_EVERY_MS = 50;
const LOOKS_MAX = 20;

/**
 * Links and accounts arrive at this service by events, commands by another way: a command may name a resource whose
 * event has not arrived yet. So a look-up that finds nothing is repeated for a second; it costs the same whether the
 * resource is missing or another user's.
 */
export async function untilKnown(look: () => Promise<boolean>, clock: Clock): Promise<void> {
  for (let looks = 1; !(await look()) && looks < LOOKS_MAX; looks += 1) await clock.sleep(LOOK_EVERY_MS);
}

/** The links, if all exist and the caller may see their accounts; locked against other changes of their rules. */
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

/** The link, if it exists and the caller may see its account; locked against other changes of its rules. */
export async function findLink(
  database: Queryable,
  caller: Caller,
  id: number,
  lock: Lock = '',
): Promise<KnownLink | null> {
  const [link] = (await findLinks(database, caller, [id], lock)) ?? [];
  return link ?? null;
}

/** Whether all accounts exist and the caller may see them; locked against other changes of their rules. */
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

/** Locks accounts and links against other changes of their rules, in one order for all. */
export async function lockTargets(tx: Queryable, targets: readonly AttachmentTarget[]): Promise<void> {
  const idsOf = (kind: AttachmentTarget['kind']) =>
    targets.filter((one) => one.kind === kind).map(({ id }) => id);
  await lockAccountsAndLinks(tx, idsOf('account'), idsOf('link'));
}

/** @throws Problem (not found) unless it is there. */
export function present<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw Problem.notFound();
  return found;
}
