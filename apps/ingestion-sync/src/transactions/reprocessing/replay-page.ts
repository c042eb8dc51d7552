import { Context } from '@opentelemetry/api';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { MappedAccount, scheduleEnrichment } from '../../accounts/accounts.store';
import { markPublished } from '../transfer-pairs/mark-published';
import { requestSearches } from '../transfer-pairs/request-searches';
import { followSplits } from '../follow-splits';
import { transactionEvents, writtenRow } from '../transaction-events';
import { Replayed } from './replay-mapping';
import { ReplayedRow, updateReplayed } from '../transactions.store';

/** Writes what differs, in one statement, and publishes it. Ids, keys and states stay. */
export async function saveReplayed(
  tx: Tx,
  trace: Context,
  account: MappedAccount,
  changed: readonly Extract<Replayed, { kind: 'changed' }>[],
): Promise<void> {
  if (changed.length === 0) return;
  const written = await updateReplayed(tx, account.id, changed.map(toRecord));
  const parts = await followSplits(
    tx,
    changed.flatMap(({ id, isSplit }) => (isSplit ? id : [])),
  );
  const published = [...written.filter(({ state }) => state === 'LIVE'), ...parts.written].map(writtenRow);
  await appendToOutbox(tx, transactionEvents(account, await markPublished(tx, published), trace));
  await requestSearches(tx, published);
  if (!account.config.enrichment.enabled) return;
  await scheduleEnrichment(tx, account.id);
}

function toRecord({ id, provided, shown, isLayered }: Extract<Replayed, { kind: 'changed' }>): ReplayedRow {
  return {
    id,
    document: shown,
    provided: provided.document,
    is_layered: isLayered,
    content_hash: provided.contentHash,
    booking_date: provided.document.booking_date,
    day: provided.day,
  };
}
