import { ROOT_CONTEXT } from '@opentelemetry/api';
import {
  AccountConfig,
  DEFAULT_ACCOUNT_CONFIG,
  EventContract,
  EventPayload,
  sampleHealth,
} from '@tributary/contracts';
import { OutgoingEvent } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { createServiceDatabase, onlyUrlOf, ServiceDatabase } from '@tributary/testing';
import { AnswersRead, saveAnswers } from '../src/transactions/saving/save-answers';
import { INGESTION_SCHEMA } from './ingestion-schema';

export const USER = 7;

/** Only the service's tables and its write path: no provider, no bus, any number of accounts. */
export class TransactionStore {
  private constructor(
    private readonly ownDatabase: ServiceDatabase,
    readonly database: Database,
    private readonly connectionId: number,
  ) {}

  static async open(): Promise<TransactionStore> {
    const own = await createServiceDatabase([INGESTION_SCHEMA]);
    const database = await Database.open({
      url: onlyUrlOf(own),
      ...INGESTION_SCHEMA,
      poolSize: 4,
    });
    const [connection] = await database.query<{ id: number }>(
      `with institution as (
         insert into institutions (provider, external_id, document) values ('PROVIDER_A', 'BANK', '{}') returning id
       )
       insert into connections (user_id, institution_id, provider, status, consent_id, max_historical_days,
                                access_valid_for_days, account_config, health)
       select $1, id, 'PROVIDER_A', 'ACTIVE', 'consent', 730, 90, '{}', '{}' from institution returning id`,
      [USER],
    );
    return new TransactionStore(own, database, connection?.id ?? 0);
  }

  /** Creates accounts; returns their ids. */
  async openAccounts(count: number, config: AccountConfig = DEFAULT_ACCOUNT_CONFIG): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `insert into financial_accounts (user_id, connection_id, provider, external_id, identity_key, profile, config, health)
       select $1, $2, 'PROVIDER_A', 'account-' || gen_random_uuid(), gen_random_uuid()::text, '{"currency":"EUR"}', $4, $5
         from generate_series(1, $3) returning id`,
      [USER, this.connectionId, count, JSON.stringify(config), JSON.stringify(sampleHealth)],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Writes read data in one transaction, like a sync.
   * @returns the events that it would publish
   */
  async save(
    reads: readonly Omit<AnswersRead, 'trace' | 'hasTransactions'>[],
    today: string,
  ): Promise<OutgoingEvent[]> {
    const rows = await this.database.query<{ id: number }>(
      'select distinct account_id as id from transactions',
    );
    const known = new Set(rows.map(({ id }) => id));
    const answers = reads.map((read) => ({
      ...read,
      hasTransactions: known.has(read.account.id),
      trace: ROOT_CONTEXT,
    }));
    return this.database.transaction((tx) => saveAnswers(tx, answers, { today, amountTolerance: 0.25 }));
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.ownDatabase.drop();
  }
}

/** Returns the payloads of one type of event. */
export function published<C extends EventContract>(
  events: readonly OutgoingEvent[],
  contract: C,
): EventPayload<C>[] {
  return events
    .filter((event) => event.contract.topic === contract.topic)
    .map(({ payload }) => payload as EventPayload<C>);
}
