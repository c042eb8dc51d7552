import { Inject, Injectable } from '@nestjs/common';
import { appendToOutbox } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { BackgroundWorker, JOB_LEASE_MS, ServiceLogger } from '@tributary/service';
import {
  claimEnrichment,
  EnrichmentClaim,
  extendEnrichment,
  nextEnrichmentInMs,
  postponeEnrichment,
} from '../../accounts/accounts.store';
import { INGESTION_CONFIG, type IngestionSyncConfig } from '../../ingestion-sync.config';
import { transactionEvents, writtenRow } from '../transaction-events';
import { readShown, updateEnriched } from '../transactions.store';
import { markPublished } from '../transfer-pairs/mark-published';
import { Enrichers } from './enrichers';
import { EnrichableTransaction, StoredEnrichment } from './enrichment.port';

/** A portion of the results of a pass. */
interface PassWrite {
  readonly transactions: readonly EnrichableTransaction[];
  readonly enriched: ReadonlyMap<number, StoredEnrichment>;
  readonly isLast: boolean;
}

const ROWS_PER_WRITE = 500;
/** Groups many syncs that end together into few rounds. */
const SPACING_MS = 1000;
/** Delay of the next attempt after a failed pass, in milliseconds. */
const RETRY_MS = 300_000;

/**
 * Enriches the transactions of accounts with enrichment after their syncs. It reads all transactions of an account
 * together, because only together do they show recurring payments. It writes and publishes only differences. Accounts
 * whose enrichment was turned off lose the enriched data. A claim lasts as long as a job's lease, and every write
 * renews it; a pass stops if its account was claimed or requested again.
 */
@Injectable()
export class EnrichmentPass extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly enrichers: Enrichers,
    logger: ServiceLogger,
    @Inject(INGESTION_CONFIG) config: IngestionSyncConfig,
  ) {
    const onFailure = (error: unknown): void => logger.failure('transactions could not be enriched', error);
    const { idleMs } = config.sync;
    const signals = { database, tables: ['financial_accounts'] };
    super({ name: 'enrichment', idleMs, spacingMs: SPACING_MS, onFailure }, signals);
  }

  protected override async round(): Promise<boolean> {
    let claim = await this.claimDue();
    if (!claim) return false;
    try {
      const transactions = await readShown(this.database, claim.id);
      const enriched = await this.enrich(claim, transactions);
      for (let start = 0; claim; start += ROWS_PER_WRITE) {
        const end = start + ROWS_PER_WRITE;
        const isLast = end >= transactions.length;
        claim = await this.save(claim, { transactions: transactions.slice(start, end), enriched, isLast });
      }
    } catch (error) {
      if (claim) await postponeEnrichment(this.database, claim, RETRY_MS);
      throw error;
    }
    return true;
  }

  protected override dueInMs(): Promise<number | null> {
    return nextEnrichmentInMs(this.database);
  }

  private async claimDue(): Promise<EnrichmentClaim | null> {
    if (((await this.dueInMs()) ?? Infinity) > 0) return null; // a claim signals even if it finds nothing
    return (await claimEnrichment(this.database, JOB_LEASE_MS)) ?? null;
  }

  private async enrich(
    { config: { enrichment } }: EnrichmentClaim,
    transactions: readonly EnrichableTransaction[],
  ): Promise<ReadonlyMap<number, StoredEnrichment>> {
    if (!enrichment.enabled) return new Map();
    return this.enrichers.require(enrichment.provider).enrich({ country: enrichment.country, transactions });
  }

  /**
   * Saves a portion under the account's lock, so that no sync writes the same rows meanwhile.
   * @returns the account with its claim renewed; null after the last write, or if the account was claimed or requested
   * again, in which case nothing was saved
   */
  private async save(
    account: EnrichmentClaim,
    { transactions, enriched, isLast }: PassWrite,
  ): Promise<EnrichmentClaim | null> {
    const records = transactions.map(({ id }) => ({ id, enriched: enriched.get(id) ?? null }));
    return this.database.transaction(async (tx) => {
      const held = await extendEnrichment(tx, account, JOB_LEASE_MS, isLast);
      if (!held) return null;
      const written = await updateEnriched(tx, account.id, records);
      const published = written.map((row) => writtenRow({ ...row, account_id: account.id }));
      const marked = await markPublished(tx, published);
      await appendToOutbox(tx, transactionEvents({ id: account.id, userId: account.user_id }, marked));
      return held.mark === null ? null : { ...account, mark: held.mark };
    });
  }
}
