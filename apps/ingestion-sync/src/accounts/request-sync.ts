import { Caller, CommandPayload, CommandResult, SyncAccounts } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
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
  const asked = await tx.query<Asked>(
    `update financial_accounts a
        set next_sync_at = greatest(now(), a.next_allowed_at), sync_requested_at = now()
       from connections c
      where a.id = any($1::bigint[]) and c.id = a.connection_id
        and a.enabled and c.enabled and c.status in ('ACTIVE', 'EXPIRING', 'FAILING')
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
