import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { TransferLink } from '../transfer-links/transfer-link.entity';
import { LoggedRow, toEntry, transferLogged } from './transfer-logged';

/** The unit that the link's transfers wait in; it leads to the index of what waits. */
const UNIT_OF_DESTINATION = 'unit_id = (select unit_id from destination_targets where id = $2)';

/** Undone rows are still deleted, whatever happens to the link. */
const NOT_UNDONE = "ended_by is distinct from 'undone'";

type LinkTarget = Pick<TransferLink, 'id' | 'destinationId'>;

/** The link is paused: what waits, waits on, and is not looked at. */
export async function holdWaiting(tx: Tx, link: LinkTarget): Promise<void> {
  await tx.execute(
    `update transfers set state = 'HELD', version = version + 1
      where state = 'PENDING' and link_id = $1 and ${UNIT_OF_DESTINATION} and ${NOT_UNDONE}`,
    [link.id, link.destinationId],
  );
}

/** The link resumes: held transfers are sent now, or on their day. */
export async function releaseHeld(tx: Tx, link: LinkTarget): Promise<void> {
  await tx.execute(
    `update transfers set state = 'PENDING', version = version + 1
      where state = 'HELD' and link_id = $1 and ${UNIT_OF_DESTINATION}`,
    [link.id, link.destinationId],
  );
}

interface EndedRow extends LoggedRow {
  readonly accountId: number;
  readonly userId: number;
}

/**
 * The link points elsewhere now, or ends: what it still had to do at the old place is not done any more. What it
 * has sent there stays there. @returns the events that publish it
 */
export async function endWaiting(tx: Tx, old: LinkTarget): Promise<OutgoingEvent[]> {
  const rows = await tx.query<EndedRow>(
    `update transfers
        set state = case when destination_transaction_id is null then 'SKIPPED' else 'TRANSFERRED' end,
            content = case when destination_transaction_id is null then content
                           else coalesce(sent_content, content) end,
            sent_content = null,
            operation = null, version = version + 1
      where id in (select id from transfers
                    where state = 'PENDING' and link_id = $1 and ${UNIT_OF_DESTINATION} and ${NOT_UNDONE}
                   union all
                   select id from transfers
                    where state = 'HELD' and link_id = $1 and ${UNIT_OF_DESTINATION})
     returning id, version, link_id as "linkId", transaction_id as "transactionId", account_id as "accountId",
               user_id as "userId", state, ended_by as "endedBy", maybe_sent as "maybeSent",
               destination_transaction_id as "destinationTransactionId",
               coalesce(changed_there, '{}') as "changedThere", locked_there as "lockedThere"`,
    [old.id, old.destinationId],
  );
  return transferLogged(
    rows.map((row) => ({ accountId: row.accountId, userId: row.userId, entry: toEntry(row) })),
  );
}
