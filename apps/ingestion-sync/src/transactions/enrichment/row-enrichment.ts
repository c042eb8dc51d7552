import { Injectable } from '@nestjs/common';
import { AccountConfig } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { addDays } from '@tributary/money';
import { storableJson } from '../storable-json';
import { TransactionRow } from '../transaction-rows';
import { Enrichers } from './enrichers';
import { StoredEnrichment } from './enrichment.port';
import { readShownBetween, ShownTransaction } from '../transactions.store';

/** Recurring payments are searched within this many days; the pass after the sync finds longer intervals. */
const AROUND_DAYS = 400;

/** The account whose rows are enriched before they are published. */
export interface EnrichedAccount {
  readonly id: number;
  readonly config: Pick<AccountConfig, 'enrichment'>;
}

/**
 * Enriches rows between reading and saving, so that a transaction is published once, with its enrichment. The pass
 * after the sync then finds nothing to add, unless other rows allow more.
 */
@Injectable()
export class RowEnrichment {
  constructor(
    private readonly database: Database,
    private readonly enrichers: Enrichers,
    private readonly logger: ServiceLogger,
  ) {}

  /** Returns the rows; new and changed ones with their enrichment. */
  async enrich(
    account: EnrichedAccount,
    rows: readonly TransactionRow[],
  ): Promise<readonly TransactionRow[]> {
    if (!account.config.enrichment.enabled || rows.length === 0) return rows;
    try {
      return await this.enriched(account, rows);
    } catch (error) {
      // A failing enricher must not delay rows; the pass adds the enrichment later.
      this.logger.failure('new transactions are saved before they are enriched', error);
      return rows;
    }
  }

  private async enriched(
    { id, config: { enrichment } }: EnrichedAccount,
    rows: readonly TransactionRow[],
  ): Promise<readonly TransactionRow[]> {
    const stored = await this.load(id, rows);
    const known = new Set(stored.map(({ identity_key, content_hash }) => `${content_hash} ${identity_key}`));
    const news = rows.filter((row) => !known.has(`${row.contentHash} ${row.identityKey}`));
    if (news.length === 0) return rows;
    // New rows have no ids, so they get negative ones. Stored transactions that they replace must not count twice.
    const idOf = new Map(news.map((row, index) => [row, -1 - index]));
    const transactions = [
      ...withoutReplaced(stored, news),
      ...news.map((row) => ({ id: idOf.get(row) ?? 0, document: row.document })),
    ];
    const found = await this.enrichers
      .require(enrichment.provider)
      .enrich({ country: enrichment.country, transactions });
    return rows.map((row) => {
      const enriched = found.get(idOf.get(row) ?? 0);
      return enriched ? withEnriched(row, enriched) : row;
    });
  }

  private load(accountId: number, rows: readonly TransactionRow[]): Promise<ShownTransaction[]> {
    const days = rows.flatMap(({ day }) => day ?? []).sort();
    const [first, last] = [days[0], days.at(-1)];
    return readShownBetween(
      this.database,
      accountId,
      first === undefined ? null : addDays(first, -AROUND_DAYS),
      last === undefined ? null : addDays(last, AROUND_DAYS),
    );
  }
}

/** Leaves out one stored transaction for each row that has its key, or the same content under another key. */
function withoutReplaced(
  stored: readonly ShownTransaction[],
  news: readonly TransactionRow[],
): ShownTransaction[] {
  const keys = new Set(news.flatMap(({ identityKey, pendingKey }) => [identityKey, pendingKey]));
  const contents = new Map<string, number>();
  for (const { contentHash } of news) contents.set(contentHash, (contents.get(contentHash) ?? 0) + 1);
  return stored.filter(({ identity_key, content_hash }) => {
    if (keys.has(identity_key)) return false;
    const left = contents.get(content_hash) ?? 0;
    if (left > 0) contents.set(content_hash, left - 1);
    return left === 0;
  });
}

/** The content hash still covers only the provider's data, so that an enrichment does not count as a change. */
function withEnriched(row: TransactionRow, enriched: StoredEnrichment): TransactionRow {
  const document = { ...row.document, enriched: { ...enriched } };
  return { ...row, document, documentJson: storableJson(JSON.stringify(document)) };
}
