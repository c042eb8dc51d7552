import { Author, Caller, mayAccess, requireCover, TransferOperation } from '@tributary/contracts';
import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { importId } from '../destinations/import-id';
import { carriedBy } from '../transfer-links/link-checks';
import { Transfer } from './transfer';
import { LoggedRow, toEntry, transferLogged } from './transfer-logged';

/** A transfer that a user chose by one of its logs. */
export interface ChosenTransfer extends Transfer, LoggedRow {
  readonly logId: number;
  readonly log: { readonly operation: TransferOperation; readonly succeeded: boolean };
  readonly destinationId: number;
  readonly accountId: number;
  readonly userId: number;
  readonly linkStands: boolean;
  readonly linkCarries: boolean;
  /** Of the link. */
  readonly author: Author;
}

/**
 * The transfers of the logs, as far as they are the caller's, by log id; locked in the order of their ids.
 * @throws Problem (forbidden) where the caller may not read what one of them carries
 */
export async function lockChosen(
  tx: Tx,
  caller: Caller,
  logIds: readonly number[],
): Promise<ReadonlyMap<number, ChosenTransfer>> {
  const rows = await tx.query<ChosenTransfer>(
    `select g.id as "logId", json_build_object('operation', g.operation, 'succeeded', g.succeeded) as log,
            t.id, t.version, t.link_id as "linkId", t.transaction_id as "transactionId",
            t.destination_id as "destinationId", t.account_id as "accountId", t.user_id as "userId", t.state, t.operation,
            t.content, t.sent_content as "sentContent", t.maybe_sent as "maybeSent",
            t.destination_transaction_id as "destinationTransactionId", t.ended_by as "endedBy", t.generation,
            t.waits_for_currency as "waitsForCurrency",
            coalesce(t.changed_there, '{}') as "changedThere", t.locked_there as "lockedThere",
            not l.deleted and l.destination_id = t.destination_id and l.financial_account_id = t.account_id as "linkStands",
            l.active and l.sync_mode <> 'BALANCE' as "linkCarries", l.author
       from transfer_logs g
       join transfers t on t.id = g.transfer_id
       join transfer_links l on l.id = t.link_id
      where g.id = any($1::bigint[]) and t.user_id = $2
      order by t.id, g.id for update of t`,
    [logIds, caller.userId],
  );
  const theirs = rows.filter(({ accountId: id, userId }) => mayAccess(caller, { id, userId }));
  for (const { author, accountId: financialAccountId } of theirs) {
    requireCover(caller, carriedBy({ author, financialAccountId, syncMode: 'TRANSACTIONS' }));
  }
  return new Map(theirs.map((row) => [row.logId, row]));
}

/**
 * Saves manual decisions, to be carried out immediately (or on their day), after all earlier attempts. Returns their
 * events.
 */
export async function saveChosen(tx: Tx, chosen: readonly ChosenTransfer[]): Promise<OutgoingEvent[]> {
  if (chosen.length === 0) return [];
  const rows = chosen.map((row) => ({
    ...row,
    version: row.version + 1,
    changedThere: [],
    lockedThere: false,
  }));
  await tx.execute(
    `update transfers t
        set version = n.version, state = n.state, operation = n.operation, sent_content = n.sent_content,
            maybe_sent = n.maybe_sent, destination_transaction_id = n.destination_transaction_id,
            ended_by = n.ended_by, generation = n.generation, import_id = n.import_id,
            waits_for_currency = false, changed_there = null, locked_there = false, held_content = null, attempts = 0, last_error = null,
            due_at = case when n.operation = 'CREATE'
                          then greatest(now(), (t.content ->> 'date')::date at time zone 'UTC') else now() end
       from jsonb_to_recordset($1) as n(id bigint, version bigint, state text, operation text, sent_content jsonb,
              maybe_sent boolean, destination_transaction_id text, ended_by text, generation integer,
              import_id text)
      where t.id = n.id`,
    [JSON.stringify(rows.map(toRecord))],
  );
  return transferLogged(
    rows.map((row) => ({ accountId: row.accountId, userId: row.userId, entry: toEntry(row) })),
  );
}

function toRecord(row: ChosenTransfer): object {
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    operation: row.operation,
    sent_content: row.sentContent,
    maybe_sent: row.maybeSent,
    destination_transaction_id: row.destinationTransactionId,
    ended_by: row.endedBy,
    generation: row.generation,
    import_id: importId(row.linkId, row.destinationId, row.transactionId, row.generation),
  };
}
