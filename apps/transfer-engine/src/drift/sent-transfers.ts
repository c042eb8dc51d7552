import { Queryable, Tx } from '@tributary/persistence';
import { expectedAt } from '../destinations/content-differences';
import { Destination, HeldContent } from '../destinations/destination.port';
import { TransferContent } from '../destinations/transfer-content';
import { LoggedRow, LoggedTransfer, toEntry } from '../transfers/transfer-logged';
import { Difference, SentTransfer } from './compare';

interface Row {
  readonly transferId: number;
  readonly transactionId: number;
  readonly destinationId: string;
  readonly key: string;
  /** What the destination holds as far as we know; null: not known. */
  readonly content: TransferContent | null;
  readonly heldContent: HeldContent | null;
}

/** The expected rows of the link's destination. A row whose update waits is compared with what was sent before. */
export async function sentTransfers(
  database: Queryable,
  destination: Destination,
  check: { readonly linkId: number; readonly destinationId: number; readonly targetExternalId: string },
): Promise<SentTransfer[]> {
  const rows = await database.query<Row>(
    `select id as "transferId", transaction_id as "transactionId", import_id as key, held_content as "heldContent",
            destination_transaction_id as "destinationId",
            case when operation is null then content
                 when operation = 'UPDATE' and not maybe_sent then sent_content end as content
       from transfers
      where link_id = $1 and destination_id = $2 and destination_transaction_id is not null
        and state <> 'DELETED' and operation is distinct from 'DELETE'
      order by id`,
    [check.linkId, check.destinationId],
  );
  return rows.map(({ content, heldContent, ...row }) => ({
    ...row,
    targetExternalId: check.targetExternalId,
    expected: heldContent ?? (content === null ? null : expectedAt(destination, content)),
  }));
}

/** The keys of everything that may be at the target, whichever link sent it. */
export async function knownKeys(database: Queryable, destinationId: number): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ key: string }>(
    `select t.import_id as key from transfer_links l join transfers t on t.link_id = l.id
      where t.destination_id = $1 and t.state <> 'DELETED'
        and l.user_id = (select user_id from destination_targets where id = $1)`,
    [destinationId],
  );
  return new Set(rows.map(({ key }) => key));
}

type Noted = LoggedRow & { readonly accountId: number; readonly userId: number };

/**
 * What was found is known of the transfers from now on: a row that the user deleted is not updated any more, and can be
 * made again by hand; one that they changed is theirs. @returns what is to be published.
 */
export async function noteDifferences(tx: Tx, found: readonly Difference[]): Promise<LoggedTransfer[]> {
  const noted = found.flatMap(({ kind, transferId, fields }) => {
    if (transferId === null || kind === 'MOVED') return [];
    return [{ id: transferId, gone: kind !== 'CHANGED', fields }];
  });
  if (noted.length === 0) return [];
  const rows = await tx.query<Noted>(
    `update transfers t
        set version = t.version + 1,
            state = case when n.gone then 'DELETED' else t.state end,
            operation = case when n.gone then null else t.operation end,
            ended_by = case when n.gone then 'user' else t.ended_by end,
            last_error = case when n.gone then 'The transaction was deleted at the destination.' else t.last_error end,
            changed_there = case when n.gone then t.changed_there
                                 else (select array_agg(field) from jsonb_array_elements_text(n.fields) as field) end
       from jsonb_to_recordset($1) as n(id bigint, gone boolean, fields jsonb)
      where t.id = n.id and t.state = 'TRANSFERRED' and t.operation is null
     returning t.id, t.version, t.link_id as "linkId", t.transaction_id as "transactionId",
               t.account_id as "accountId", t.user_id as "userId", t.state, t.ended_by as "endedBy",
               t.maybe_sent as "maybeSent", t.destination_transaction_id as "destinationTransactionId",
               coalesce(t.changed_there, '{}') as "changedThere", t.locked_there as "lockedThere"`,
    [JSON.stringify(noted)],
  );
  return rows.map((row) => ({ accountId: row.accountId, userId: row.userId, entry: toEntry(row) }));
}
