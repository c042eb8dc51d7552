import { ActivateConnection, Caller, CreateConnection, ownerOf } from '@tributary/contracts';
import { IngestionSyncConfig, startIngestionSync, SYNC_DEFAULTS } from '@tributary/ingestion-sync';
import { CommandClient } from '@tributary/messaging';
import { createPino, RunningService, ServiceLogger } from '@tributary/service';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { brokerFor } from '../bench-broker';
import { PROVIDER_A_SECRET } from './sandbox-process';

const INSTITUTION = 'BERKA';
const COMMAND_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
/** A bank of this size takes seconds; longer means that it is stuck. */
const SYNC_TIMEOUT_MS = 120_000;

/** ingestion-sync as it ships, in this process; its events go out to a bus without listeners. */
export class IngestionPath {
  private constructor(
    private readonly service: RunningService,
    private readonly observer: Client,
  ) {}

  static async start(config: IngestionSyncConfig, observer: Client): Promise<IngestionPath> {
    const broker = brokerFor('ingestion-sync');
    const logger = new ServiceLogger(createPino({ service: 'ingestion-sync', level: 'silent' }));
    return new IngestionPath(await startIngestionSync(config, { broker, logger }), observer);
  }

  /** The same with a service that runs already. */
  static of(service: RunningService, observer: Client): IngestionPath {
    return new IngestionPath(service, observer);
  }

  /**
   * Connects the whole bank for a user and reads two years of it.
   * @returns seconds from the first request for what the accounts have to the last transaction saved with its event,
   * and how many they are
   */
  async load(userId: number): Promise<{ rows: number; seconds: number }> {
    const seconds = await this.sync(userId, INSTITUTION);
    await this.until(NOT_RELAYED, [], performance.now());
    const counted = await this.observer.query<{ rows: string }>(COUNT, [userId]);
    return { rows: Number(counted.rows[0]?.rows), seconds };
  }

  /** Connects a bank for a user, and waits until two years of it are saved. @returns seconds after connecting */
  async sync(userId: number, institutionExternalId: string): Promise<number> {
    const client = this.service.app.get(CommandClient);
    const caller: Caller = ownerOf(userId);
    const options = { caller, key: userId, timeoutMs: COMMAND_TIMEOUT_MS };
    const { connection, link } = await client.send(
      CreateConnection,
      {
        provider: 'PROVIDER_A',
        institutionExternalId,
        reference: null,
        redirectUrl: 'http://127.0.0.1/connected',
        accountConfig: {},
      },
      options,
    );
    await (await fetch(link, { redirect: 'manual' })).arrayBuffer(); // the sandbox's user always agrees
    await client.send(ActivateConnection, { connectionId: connection.id, browserConfirmed: true }, options); // finds the accounts
    const began = performance.now();
    await this.until(NOT_SYNCED, [userId], began);
    return (performance.now() - began) / 1000;
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  private async until(sql: string, values: readonly unknown[], began: number): Promise<void> {
    for (;;) {
      const { rows } = await this.observer.query(sql, [...values]);
      if (rows.length === 0) return;
      if (performance.now() - began > SYNC_TIMEOUT_MS)
        throw new Error('the bank is not read within its time');
      await pause(POLL_MS);
    }
  }
}

const NOT_SYNCED = `
  select 1 from ingestion_sync.financial_accounts
   where user_id = $1 and (history_state <> 'COMPLETE' or transactions_synced_at is null or lease_until is not null)
   limit 1`;
const NOT_RELAYED = 'select 1 from ingestion_sync.outbox limit 1';
const COUNT = `
  select count(*) as rows from ingestion_sync.transactions t
    join ingestion_sync.financial_accounts a on a.id = t.account_id where a.user_id = $1`;

/** The service's default settings, with PROVIDER_A only. */
export function ingestionConfig(databaseUrl: string, baseUrl: string, key: string): IngestionSyncConfig {
  return {
    service: 'ingestion-sync',
    databaseUrl,
    databasePoolSize: 10,
    kafkaBrokers: [],
    kafkaTopicPrefix: '',
    kafkaReplicationFactor: 1,
    partitions: 4,
    concurrency: 3,
    encryptionKey: key,
    port: 0,
    host: '127.0.0.1',
    providers: {
      PROVIDER_A: { baseUrl, ...PROVIDER_A_SECRET, connections: 32, timeoutMs: 30_000 },
    },
    maxHistoricalDays: 730,
    institutionsEveryHours: 0,
    exchangeRatesUrl: null,
    sync: SYNC_DEFAULTS,
  };
}
