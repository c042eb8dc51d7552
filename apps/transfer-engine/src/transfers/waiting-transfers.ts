import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { TransferLink } from '../transfer-links/transfer-link.entity';
import { LoggedRow, toEntry, transferLogged } from './transfer-logged';

/** The links with the unit that their transfers wait in; it leads to the index of what waits. */
const LINKS_AND_UNITS = `(select l.id as link_id, d.unit_id
                            from jsonb_to_recordset($1) as l(id bigint, "destinationId" bigint)
                            join destination_targets d on d.id = l."destinationId") as l`;

/** Undone rows are still deleted, whatever happens to the link. */
const NOT_UNDONE = "ended_by is distinct from 'undone'";

/** SQL: of `transfers t`, those that are held until there is a rate, or the user chose. */
export const WAITS_FOR_CURRENCY = "(t.state = 'HELD' and t.waits_for_currency)";

type LinkTarget = Pick<TransferLink, 'id' | 'destinationId'>;

function targetsOf(links: readonly LinkTarget[]): string {
  return JSON.stringify(links.map(({ id, destinationId }) => ({ id, destinationId })));
}

/** The links are paused: what waits, waits on, and is not looked at. */
export async function holdWaiting(tx: Tx, links: readonly LinkTarget[]): Promise<void> {
  if (links.length === 0) return;
  await tx.execute(
    `update transfers t set state = 'HELD', version = version + 1
       from ${LINKS_AND_UNITS}
      where t.state = 'PENDING' and t.link_id = l.link_id and t.unit_id = l.unit_id and ${NOT_UNDONE}`,
    [targetsOf(links)],
  );
}

/** The links resume: held transfers are sent now, or on their day; those that wait for a rate or a choice wait on. */
export async function releaseHeld(tx: Tx, links: readonly LinkTarget[]): Promise<void> {
  if (links.length === 0) return;
  await tx.execute(
    `update transfers t set state = 'PENDING', version = version + 1
       from ${LINKS_AND_UNITS}
      where t.state = 'HELD' and not t.waits_for_currency and t.link_id = l.link_id and t.unit_id = l.unit_id`,
    [targetsOf(links)],
  );
}

interface EndedRow extends LoggedRow {
  readonly accountId: number;
  readonly userId: number;
}

/**
 * The links point elsewhere now, or end: what they still had to do at their old destination is not done any more. What
 * they have sent there stays there. @returns the events that publish it
 */
export async function endWaiting(tx: Tx, old: readonly LinkTarget[]): Promise<OutgoingEvent[]> {
  if (old.length === 0) return [];
  const rows = await tx.query<EndedRow>(
    `update transfers
        set state = case when destination_transaction_id is null then 'SKIPPED' else 'TRANSFERRED' end,
            content = case when destination_transaction_id is null then content
                           else coalesce(sent_content, content) end,
            sent_content = null, waits_for_currency = false,
            operation = null, version = version + 1
      where id in (select t.id from transfers t join ${LINKS_AND_UNITS}
                       on t.link_id = l.link_id and t.unit_id = l.unit_id
                    where t.state in ('PENDING', 'HELD') and (t.state = 'HELD' or ${NOT_UNDONE}))
     returning id, version, link_id as "linkId", transaction_id as "transactionId", account_id as "accountId",
               user_id as "userId", state, ended_by as "endedBy", maybe_sent as "maybeSent",
               destination_transaction_id as "destinationTransactionId",
               coalesce(changed_there, '{}') as "changedThere", locked_there as "lockedThere"`,
    [targetsOf(old)],
  );
  return transferLogged(
    rows.map((row) => ({ accountId: row.accountId, userId: row.userId, entry: toEntry(row) })),
  );
}
