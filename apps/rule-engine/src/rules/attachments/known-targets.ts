import { Caller, mayAccess, Problem } from '@tributary/contracts';
import { Clock } from '@tributary/messaging';
import { Queryable } from '@tributary/persistence';
import { AttachmentTarget } from './attachments';

/** A transfer link as this service knows it. */
export interface KnownLink {
  readonly id: number;
  readonly accountId: number;
  readonly userId: number;
  readonly destinationType: string;
}

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
  lock: 'for update' | '' = '',
): Promise<KnownLink[] | null> {
  const links = await database.query<KnownLink>(
    `select id, account_id as "accountId", user_id as "userId", destination_type as "destinationType"
       from transfer_links where id = any($1::bigint[]) and not deleted order by id ${lock}`,
    [ids],
  );
  const own = links.filter(({ accountId: id, userId }) => mayAccess(caller, { id, userId }));
  return own.length === new Set(ids).size ? own : null;
}

/** The link, if it exists and the caller may see its account; locked against other changes of its rules. */
export async function findLink(
  database: Queryable,
  caller: Caller,
  id: number,
  lock: 'for update' | '' = '',
): Promise<KnownLink | null> {
  const [link] = (await findLinks(database, caller, [id], lock)) ?? [];
  return link ?? null;
}

/** Whether all accounts exist and the caller may see them; locked against other changes of their rules. */
export async function areAccessible(
  database: Queryable,
  caller: Caller,
  accountIds: readonly number[],
  lock: 'for update' | '' = '',
): Promise<boolean> {
  const known = await database.query<{ id: number; userId: number }>(
    `select id, user_id as "userId" from accounts
      where id = any($1::bigint[]) and not deleted order by id ${lock}`,
    [accountIds],
  );
  const granted = caller.accountIds === null ? null : new Set(caller.accountIds);
  const own = known.filter(({ id, userId }) => userId === caller.userId && (granted?.has(id) ?? true));
  return own.length === new Set(accountIds).size;
}

/** Locks accounts and links against other changes of their rules, in one order for all. */
export async function lockTargets(tx: Queryable, targets: readonly AttachmentTarget[]): Promise<void> {
  const idsOf = (kind: AttachmentTarget['kind']) =>
    targets.filter((one) => one.kind === kind).map(({ id }) => id);
  for (const [table, ids] of [
    ['accounts', idsOf('account')],
    ['transfer_links', idsOf('link')],
  ] as const) {
    await tx.query(`select id from ${table} where id = any($1::bigint[]) order by id for update`, [ids]);
  }
}

/** @throws Problem (not found) unless it is there. */
export function present<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw Problem.notFound();
  return found;
}
