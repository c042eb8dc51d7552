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
import { Providers } from '../providers/providers';
import { sealPresentUser } from './present-user';
import { AccountRow } from './account-row';
import { lockChosenAccounts } from './chosen-accounts';
import { earliest } from '../providers/mapping/calendar';

const BY_HAND =
  'The account is kept by hand: there is nothing to sync it with. Record its balances and add its transactions yourself.';

interface Asked {
  scheduled: boolean;
  next_allowed_at: Date | null;
}

/** The data that decides on a requested sync. */
export interface SyncRequestTools {
  readonly box: SecretBox;
  readonly providers: Providers;
}

/**
 * Requests a sync of the chosen accounts as soon as their allowance permits it: immediately for a user who waits, if
 * calls are then free and the institution has not asked for a pause. An account that is being synced is synced once
 * more afterwards. @throws Problem
 */
export async function requestSync(
  tx: Tx,
  { box, providers }: SyncRequestTools,
  caller: Caller,
  payload: CommandPayload<typeof SyncAccounts>,
): Promise<CommandResult<typeof SyncAccounts>> {
  const accounts = await lockChosenAccounts(tx, caller, payload);
  if (payload.financialAccountIds !== null) await checkCanBeSynced(tx, accounts);
  const asked = await tx.query<Asked>(
    `with asked as (
       select a.id, w.attended, case when w.attended then w.blocked_until else a.next_allowed_at end as allowed_at
         from financial_accounts a join connections c on c.id = a.connection_id
              left join allowances s on s.account_id = a.id and s.resource = 'transactions'
              cross join lateral (select $2::text is not null and a.provider = any($3::text[]) as attended,
                                         s.blocked_until) w
        where a.id = any($1::bigint[])
          and a.enabled and a.covered and c.enabled and c.status in ('ACTIVE', 'EXPIRING', 'FAILING'))
     update financial_accounts a
        set next_sync_at = greatest(now(), w.allowed_at), sync_requested_at = now(),
            -- Who has to wait for longer is not there any more when it begins.
            present_user_sealed = case when w.attended and coalesce(w.allowed_at <= now(), true) then $2 end
       from asked w
      where a.id = w.id
     returning coalesce(w.allowed_at <= now(), true) as scheduled, w.allowed_at as next_allowed_at`,
    [
      accounts.map(({ id }) => id),
      payload.user ? sealPresentUser(box, caller.userId, payload.user) : null,
      providers.names.filter((name) => providers.require(name).capabilities.attendedCallsFree),
    ],
  );
  const waiting = asked.flatMap(({ scheduled, next_allowed_at }) =>
    scheduled || next_allowed_at === null ? [] : [next_allowed_at.getTime()],
  );
  return {
    scheduled: asked.length - waiting.length,
    nextAllowedAt: earliest(waiting),
  };
}

/** Says why a named account cannot be synced. @throws Problem (conflict) */
async function checkCanBeSynced(tx: Tx, accounts: readonly AccountRow[]): Promise<void> {
  if (accounts.some(({ connection_id }) => connection_id === null)) throw Problem.conflict(BY_HAND);
  const ids = [...new Set(accounts.map(({ connection_id }) => connection_id))];
  const statuses = await tx.query<{ id: number; status: ConnectionStatus }>(
    'select id, status from connections where id = any($1::bigint[])',
    [ids],
  );
  const statusOf = new Map(statuses.map(({ id, status }) => [id, status]));
  for (const account of accounts) {
    const reason = reasonAgainst(account, statusOf.get(account.connection_id ?? 0));
    if (reason !== null) throw Problem.conflict(reason);
  }
}

/** Why an account cannot be synced; null where it can. */
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
