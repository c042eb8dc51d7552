import { Inject, Injectable } from '@nestjs/common';
import { AccountConfig, TransactionDocument } from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Database, leaseEnd, msUntil } from '@tributary/persistence';
import { BackgroundWorker, JOB_LEASE_MS, ServiceLogger } from '@tributary/service';
import { INGESTION_CONFIG, type IngestionSyncConfig } from '../../ingestion-sync.config';
import { transactionEvents } from '../transaction-events';
import { markPublished } from '../../accounts/transfer-pairs/mark-published';
import { Enrichers } from './enrichers';
import { EnrichableTransaction, Enriched } from './enrichment.port';

interface DueAccount {
  readonly id: number;
  readonly user_id: number;
  readonly config: AccountConfig;
  /** The end of the claim, as the database writes it: a later request, and another instance's claim, have another time. */
  readonly mark: string;
}

/** A part of what a pass found. */
interface PassWrite {
  readonly transactions: readonly EnrichableTransaction[];
  readonly enriched: ReadonlyMap<number, Enriched>;
  readonly isLast: boolean;
}

interface WrittenRow {
  id: number;
  version: number;
  created_at: Date;
  updated_at: Date;
  document: TransactionDocument;
}

const ROWS_PER_WRITE = 500;
/** Many syncs that end together are enriched in few rounds. */
const SPACING_MS = 1000;
/** After a pass that failed. */
const RETRY_MS = 300_000;

/**
 * Enriches the transactions of accounts with enrichment, after their syncs: all of an account at a time, because
 * recurring payments show only in the whole. Only differences are written and published. Accounts that turned it off
 * lose their enrichment. A claim lasts as long as a job's lease, and every write prolongs it; a pass whose account was
 * claimed or requested again writes no more.
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
      const transactions = await this.load(claim);
      const enriched = await this.enrich(claim, transactions);
      for (let start = 0; claim; start += ROWS_PER_WRITE) {
        const end = start + ROWS_PER_WRITE;
        const isLast = end >= transactions.length;
        claim = await this.save(claim, { transactions: transactions.slice(start, end), enriched, isLast });
      }
    } catch (error) {
      if (claim) await this.postpone(claim);
      throw error;
    }
    return true;
  }

  protected override async dueInMs(): Promise<number | null> {
    const [next] = await this.database.query<{ in_ms: number | null }>(
      `select ${msUntil('min(enrichment_due_at)')} as in_ms from financial_accounts`,
    );
    return next?.in_ms ?? null;
  }

  private async claimDue(): Promise<DueAccount | null> {
    if (((await this.dueInMs()) ?? Infinity) > 0) return null; // a claim signals, even of nothing
    const [due] = await this.database.query<DueAccount>(
      `update financial_accounts set enrichment_due_at = ${leaseEnd('$1')}
        where id = (select id from financial_accounts where enrichment_due_at <= now()
                     order by enrichment_due_at limit 1 for update skip locked)
       returning id, user_id, config, enrichment_due_at::text as mark`,
      [JOB_LEASE_MS],
    );
    return due ?? null;
  }

  private async postpone({ id, mark }: DueAccount): Promise<void> {
    await this.database.execute(
      `update financial_accounts set enrichment_due_at = ${leaseEnd('$3')}
        where id = $1 and enrichment_due_at = $2::timestamptz`,
      [id, mark, RETRY_MS],
    );
  }

  private load(account: DueAccount): Promise<EnrichableTransaction[]> {
    return this.database.query<EnrichableTransaction>(
      `select id, document from transactions where account_id = $1 and state = 'LIVE' order by id`,
      [account.id],
    );
  }

  private async enrich(
    { config: { enrichment } }: DueAccount,
    transactions: readonly EnrichableTransaction[],
  ): Promise<ReadonlyMap<number, Enriched>> {
    if (!enrichment.enabled) return new Map();
    return this.enrichers.require(enrichment.provider).enrich({ country: enrichment.country, transactions });
  }

  /**
   * The account's lock keeps a sync of it from writing the same rows meanwhile.
   * @returns the account with its claim prolonged; null after the last write, and if the account was claimed or requested
   * again: then nothing was saved
   */
  private async save(
    account: DueAccount,
    { transactions, enriched, isLast }: PassWrite,
  ): Promise<DueAccount | null> {
    const records = transactions.map(({ id }) => ({ id, enriched: enriched.get(id) ?? null }));
    return this.database.transaction(async (tx) => {
      const [held] = await tx.query<{ mark: string | null }>(
        `update financial_accounts set enrichment_due_at = case when $4::boolean then null else ${leaseEnd('$3')} end
          where id = $1 and enrichment_due_at = $2::timestamptz returning enrichment_due_at::text as mark`,
        [account.id, account.mark, JOB_LEASE_MS, isLast],
      );
      if (!held) return null;
      const written = await tx.query<WrittenRow>(WRITE, [account.id, JSON.stringify(records)]);
      const published = written.map((row) => ({
        id: row.id,
        accountId: account.id,
        version: row.version,
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
        document: row.document,
        documentJson: JSON.stringify(row.document),
      }));
      const marked = await markPublished(tx, published);
      await appendToOutbox(tx, transactionEvents({ id: account.id, userId: account.user_id }, marked));
      return held.mark === null ? null : { ...account, mark: held.mark };
    });
  }
}

const WRITE = `
  update transactions t
     set document = case when jsonb_typeof(r.enriched) is distinct from 'object' then t.document - 'enriched'
                         else jsonb_set(t.document, '{enriched}', r.enriched) end,
         version = t.version + 1, updated_at = now()
    from jsonb_to_recordset($2::jsonb) as r(id bigint, enriched jsonb)
   where t.id = r.id and t.account_id = $1 and t.state = 'LIVE'
     and t.document->'enriched' is distinct from nullif(r.enriched, 'null'::jsonb)
  returning t.id, t.version, t.created_at, t.updated_at, t.document`;
