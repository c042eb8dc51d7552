import {
  Caller,
  CommandPayload,
  CommandResult,
  ConnectionStatus,
  Problem,
  SyncAccounts,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AccountRow } from './account-row';
import { lockChosenAccounts } from './chosen-accounts';

interface Asked {
  scheduled: boolean;
  next_allowed_at: Date | null;
}

/**
 * Asks for a sync of the chosen accounts as soon as their allowance lets it. An account that is being synced
 * right now is synced once more afterwards. @throws Problem
 */
export async function requestSync(
  tx: Tx,
  caller: Caller,
  payload: CommandPayload<typeof SyncAccounts>,
): Promise<CommandResult<typeof SyncAccounts>> {
  const accounts = await lockChosenAccounts(tx, caller, payload);
  if (payload.financialAccountIds !== null) await checkCanBeSynced(tx, accounts);
  const asked = await tx.query<Asked>(
    `update financial_accounts a
        set next_sync_at = greatest(now(), a.next_allowed_at), sync_requested_at = now()
       from connections c
      where a.id = any($1::bigint[]) and c.id = a.connection_id
        and a.enabled and a.covered and c.enabled and c.status in ('ACTIVE', 'EXPIRING', 'FAILING')
     returning a.next_allowed_at is null or a.next_allowed_at <= now() as scheduled, a.next_allowed_at`,
    [accounts.map(({ id }) => id)],
  );
  const waiting = asked.flatMap(({ scheduled, next_allowed_at }) =>
    scheduled || next_allowed_at === null ? [] : [next_allowed_at.getTime()],
  );
  return {
    scheduled: asked.length - waiting.length,
    nextAllowedAt: waiting.length === 0 ? null : new Date(Math.min(...waiting)).toISOString(),
  };
}

/** Whoever names an account is told why it cannot be synced. @throws Problem (conflict) */
async function checkCanBeSynced(tx: Tx, accounts: readonly AccountRow[]): Promise<void> {
  const ids = [...new Set(accounts.map(({ connection_id }) => connection_id))];
  const statuses = await tx.query<{ id: number; status: ConnectionStatus }>(
    'select id, status from connections where id = any($1::bigint[])',
    [ids],
  );
  const statusOf = new Map(statuses.map(({ id, status }) => [id, status]));
  for (const account of accounts) {
    const reason = reasonAgainst(account, statusOf.get(account.connection_id));
    if (reason !== null) throw Problem.conflict(reason);
  }
}

function reasonAgainst(
  { enabled, covered }: AccountRow,
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
