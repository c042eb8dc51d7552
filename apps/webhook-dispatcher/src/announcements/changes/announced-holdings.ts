import { EventPayload, HoldingsSnapshottedV1 } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { createHash } from 'node:crypto';
import { storeHoldings } from './announced.store';

export type HoldingsPart = EventPayload<typeof HoldingsSnapshottedV1>;

/**
 * Stores the newest snapshots, at most one of each account's parts, and returns those to announce: their owner marked
 * them as changed, or they differ from the last announcement. Unchanged parts are sent with the changed ones, because a
 * position that no part lists is no longer held.
 */
export async function recordHoldings(
  tx: Queryable,
  parts: readonly HoldingsPart[],
): Promise<ReadonlySet<HoldingsPart>> {
  const rows = await storeHoldings(
    tx,
    parts.map((one) => ({
      accountId: one.financialAccountId,
      part: one.part,
      version: one.version,
      hash: holdingsHash(one),
    })),
  );
  const newer = new Map(rows.map((row) => [`${row.account_id}/${row.part}`, row.previous_hash !== row.hash]));
  return new Set(
    parts.filter((one) => {
      const differs = newer.get(`${one.financialAccountId}/${one.part}`);
      return differs !== undefined && (one.changed || differs);
    }),
  );
}

function holdingsHash({ holdings, parts }: HoldingsPart): string {
  const positions = holdings.map(({ id, document }) => [id, document]);
  return createHash('sha256')
    .update(JSON.stringify([parts, positions]))
    .digest('base64url');
}
