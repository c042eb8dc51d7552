import { TransactionUpsertedV1 } from '@tributary/contracts';
import { systemClock } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { Client } from 'pg';
import { SyncWriter } from '../../apps/ingestion-sync/src/sync/writing/sync-writer';
import { LEASE_MS, rowsOf, withChanges, WritesOfAccount } from './captured-writes';

/** Seconds of each for the same rows. */
export interface WriteRound {
  readonly newS: number;
  readonly resendS: number;
  readonly copyS: number;
}

/** Of the service: accounts that are read but not saved yet. */
const UNSAVED_ACCOUNTS = 96;
const CHANGED_EVERY = 10;

/**
 * The write path by itself, from rows that are read and mapped to the commit of rows, balances, progress and events;
 * beside COPY on the server of the very rows, into the same table with its keys and indexes.
 */
export class WritePath {
  private readonly resent: readonly WritesOfAccount[];

  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly admin: Client,
    private readonly written: readonly WritesOfAccount[],
  ) {
    this.resent = withChanges(written, CHANGED_EVERY);
  }

  async round(): Promise<WriteRound> {
    await this.empty();
    const newS = await this.save(this.written);
    const file = await this.copyOut();
    await this.expectTold(rowsOf(this.written));
    const resendS = await this.save(this.resent);
    await this.expectTold(Math.ceil(rowsOf(this.written) / CHANGED_EVERY));
    await this.empty();
    const began = performance.now();
    await this.admin.query(`copy ingestion_sync.transactions from '${file}'`);
    return { newS, resendS, copyS: (performance.now() - began) / 1000 };
  }

  /** An account's writes one after the other, as many accounts at once as the service has. */
  private async save(accounts: readonly WritesOfAccount[]): Promise<number> {
    await this.lease();
    const { database, box } = this;
    const failures: unknown[] = [];
    const options = {
      leaseMs: LEASE_MS,
      amountTolerance: 0.25,
      onFailure: (error: unknown) => failures.push(error),
    };
    const writer = new SyncWriter(database, box, options, systemClock);
    const waiting = [...accounts];
    const began = performance.now();
    const takeTurns = async (): Promise<void> => {
      for (let writes = waiting.pop(); writes; writes = waiting.pop())
        for (const write of writes) await writer.save(write);
    };
    await Promise.all(Array.from({ length: UNSAVED_ACCOUNTS }, takeTurns));
    if (failures.length > 0) throw new Error('a flush failed', { cause: failures[0] });
    return (performance.now() - began) / 1000;
  }

  /** Every account belongs to the bench, as after its claim. */
  private async lease(): Promise<void> {
    await this.admin.query(
      `update ingestion_sync.financial_accounts
          set lease_until = now() + interval '1 hour' where id = any($1::bigint[])`,
      [this.written.flatMap(([write]) => write?.account.id ?? [])],
    );
    await this.admin.query('truncate ingestion_sync.outbox');
  }

  private async empty(): Promise<void> {
    await this.admin.query('truncate ingestion_sync.transactions, ingestion_sync.outbox cascade');
    await this.admin.query('checkpoint');
  }

  private async copyOut(): Promise<string> {
    const { rows } = await this.admin.query<{ file: string }>(
      `select current_setting('data_directory') || '/bench.copy' as file`,
    );
    const file = rows[0]?.file ?? '';
    await this.admin.query(`copy ingestion_sync.transactions to '${file}'`);
    return file;
  }

  /** What is measured must have done its work. */
  private async expectTold(expected: number): Promise<void> {
    const { rows } = await this.admin.query<{ transactions: string }>(
      `select coalesce(sum(jsonb_array_length(value::jsonb #> '{payload,transactions}')), 0) as transactions
         from ingestion_sync.outbox where topic = $1`,
      [TransactionUpsertedV1.topic],
    );
    const published = Number(rows[0]?.transactions);
    if (published !== expected)
      throw new Error(`${published} transactions were published instead of ${expected}`);
  }
}
