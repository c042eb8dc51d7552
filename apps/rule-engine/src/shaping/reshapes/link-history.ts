import { LinkHistoryShapedV1 } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { linkHistories } from '../../rules/attachments/known-targets.store';
import { RESHAPES, reshapeKey } from './enqueue-reshapes';

/** A link that needs its account's history. */
export interface HistoryOf {
  readonly accountId: number;
  readonly transferLinkId: number;
}

/**
 * Publishes the size of the links' history, and whether all of it is shaped, which holds immediately if nothing is
 * stored. Called when jobs are created for the links, and when a job has ended.
 */
export async function publishHistory(tx: Tx, of: readonly HistoryOf[], complete: boolean): Promise<void> {
  if (of.length === 0) return;
  const rows = await linkHistories(
    tx,
    of.map(({ transferLinkId }) => transferLinkId),
    { kind: RESHAPES, key: reshapeKey },
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
