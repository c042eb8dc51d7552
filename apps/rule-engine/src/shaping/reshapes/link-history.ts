import { LinkHistoryShapedV1 } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { RESHAPES, reshapeKey } from './enqueue-reshapes';

/** A link that needs its account's history. */
export interface HistoryOf {
  readonly accountId: number;
  readonly transferLinkId: number;
}

interface Row {
  readonly transferLinkId: number;
  readonly historyVersion: number;
  readonly financialAccountId: number;
  readonly userId: number;
  readonly transactionsTotal: number;
}

/**
 * Publishes the size of the links' history, and whether all of it is shaped: immediately if nothing is stored. Call it
 * where jobs are created for them, and where a job has ended.
 */
export async function publishHistory(tx: Tx, of: readonly HistoryOf[], complete: boolean): Promise<void> {
  if (of.length === 0) return;
  const rows = await tx.query<Row>(
    `select l.id as "transferLinkId", l.history_version as "historyVersion", l.account_id as "financialAccountId",
            l.user_id as "userId", coalesce((r.payload ->> 'transactionsTotal')::int, 0) as "transactionsTotal"
       from transfer_links l
       left join jobs r on r.kind = '${RESHAPES}' and r.key = ${reshapeKey('l.account_id', 'l.id')}
      where l.id = any($1::bigint[]) and l.history_version > 0 order by l.id`,
    [of.map(({ transferLinkId }) => transferLinkId)],
  );
  await appendToOutbox(
    tx,
    rows.map((row) =>
      event(LinkHistoryShapedV1, row.financialAccountId, {
        ...row,
        complete: complete || row.transactionsTotal === 0,
      }),
    ),
  );
}
