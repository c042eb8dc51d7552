import {
  Caller,
  CommandPayload,
  CommandResult,
  ConnectionStatus,
  Problem,
  SyncAccounts,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { AccountRow } from '../../accounts/account-row';
import { lockChosenAccounts } from '../../accounts/chosen-accounts';
import { statusesOf } from '../../connections/connections.store';
import { Providers } from '../../providers/providers';
import { requestSyncs } from './due-accounts.store';
import { sealPresentUser } from './present-user';

const BY_HAND =
  'The account is kept by hand: there is nothing to sync it with. Record its balances and add its transactions yourself.';

/** Services that a requested sync needs. */
export interface SyncRequestTools {
  readonly box: SecretBox;
  readonly providers: Providers;
}

/**
 * Requests a sync of the chosen accounts as soon as their allowance permits. If a user waits, calls are free and the
 * institution has not requested a pause, that is at once. An account whose sync is running is synced again after it.
 * @throws Problem
 */
export async function requestSync(
  tx: Tx,
  { box, providers }: SyncRequestTools,
  caller: Caller,
  payload: CommandPayload<typeof SyncAccounts>,
): Promise<CommandResult<typeof SyncAccounts>> {
  const accounts = await lockChosenAccounts(tx, caller, payload);
  if (payload.financialAccountIds !== null) await checkCanBeSynced(tx, accounts);
  const asked = await requestSyncs(tx, {
    accountIds: accounts.map(({ id }) => id),
    presentUser: payload.user ? sealPresentUser(box, caller.userId, payload.user) : null,
    attendedCallsFree: providers.names.filter(
      (name) => providers.require(name).capabilities.attendedCallsFree,
    ),
  });
  const waiting = asked.flatMap(({ scheduled, next_allowed_at }) =>
    scheduled || next_allowed_at === null ? [] : [next_allowed_at.getTime()],
  );
  return {
    scheduled: asked.length - waiting.length,
    nextAllowedAt: earliest(waiting),
  };
}

/** The earliest of some times, in ISO 8601; null where there is none. */
export function earliest(timesMs: readonly number[]): string | null {
  const first = timesMs.reduce((min, time) => Math.min(min, time), Infinity);
  return first === Infinity ? null : new Date(first).toISOString();
}

/** Rejects the request if an account cannot be synced, and names the reason. @throws Problem (conflict) */
async function checkCanBeSynced(tx: Tx, accounts: readonly AccountRow[]): Promise<void> {
  if (accounts.some(({ connection_id }) => connection_id === null)) throw Problem.conflict(BY_HAND);
  const connectionIds = [...new Set(accounts.flatMap(({ connection_id }) => connection_id ?? []))];
  const statusOf = await statusesOf(tx, connectionIds);
  for (const account of accounts) {
    const reason = reasonAgainst(account, statusOf.get(account.connection_id ?? 0));
    if (reason !== null) throw Problem.conflict(reason);
  }
}

/** Returns the reason why an account cannot be synced; null if it can. */
export function reasonAgainst(
  { enabled, covered }: Pick<AccountRow, 'enabled' | 'covered'>,
  status: ConnectionStatus | undefined,
): string | null {
  if (!enabled) return 'The account is disabled; enable it to sync it.';
  if (!covered) return 'The consent does not cover this account any more; reauthorize its connection.';
  switch (status) {
    case 'ACTIVE':
    case 'EXPIRING':
    case 'FAILING':
      return null;
    case 'DISABLED':
      return 'The connection of the account is disabled; enable it to sync the account.';
    case 'EXPIRED':
      return 'The consent has ended; reauthorize the connection of the account.';
    case 'PENDING':
    case undefined:
      return 'The setup of the connection is not finished.';
    default: {
      const unknown: never = status;
      return unknown;
    }
  }
}
