import {
  ActivateConnection,
  CommandResult,
  CreateConnection,
  SyncAccounts,
  TransactionDocument,
} from '@tributary/contracts';
import { IngestionFixture } from './ingestion.fixture';

/** The sandbox's data of an account at a broker. */
export interface BrokerageLedger {
  readonly key: string;
  readonly ids: readonly string[];
  readonly activity_count: number;
  readonly activity_ids: readonly string[];
  readonly cash: Readonly<Record<string, string>>;
  readonly total_value: string;
  readonly positions: readonly { symbol: string; units: string }[];
}

/** ingestion-sync with the sandbox's brokers, of which accounts are named by key: `MAPLE_STREET/margin`. */
export class BrokerageFixture {
  private constructor(readonly ingestion: IngestionFixture) {}

  static async start(): Promise<BrokerageFixture> {
    return new BrokerageFixture(await IngestionFixture.start({}, { maxHistoricalDays: 600 }));
  }

  /** Connects a broker as a user does, through the portal. */
  async connect(broker: string): Promise<CommandResult<typeof ActivateConnection>> {
    const { connection, link } = await this.create(broker);
    const { headers } = await fetch(link, { redirect: 'manual' });
    const callback = Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
    expect(callback).toMatchObject({ status: 'SUCCESS', connection_id: expect.any(String) as string });
    return this.ingestion.send(ActivateConnection, { connectionId: connection.id, browserConfirmed: true });
  }

  create(broker: string): Promise<CommandResult<typeof CreateConnection>> {
    return this.ingestion.send(CreateConnection, {
      provider: 'PROVIDER_C',
      institutionExternalId: broker,
      reference: null,
      redirectUrl: 'https://client.example/callback',
      accountConfig: {},
    });
  }

  async sync(connectionId: number): Promise<void> {
    await this.ingestion.send(SyncAccounts, { connectionId, financialAccountIds: null });
    await this.ingestion.settled();
  }

  async ledger(key: string): Promise<BrokerageLedger> {
    const answer = await this.ingestion.control('GET', '/ledger/provider-c');
    const found = (answer as { accounts: BrokerageLedger[] }).accounts.find((account) => account.key === key);
    if (!found) throw new Error(`the sandbox has no ${key}`);
    return found;
  }

  /** Changes the broker's data. */
  change(key: string, change: object): Promise<unknown> {
    return this.ingestion.control('POST', `/provider-c/accounts/${key}/activities`, change);
  }

  async accountId(key: string): Promise<number> {
    const { ids } = await this.ledger(key);
    const [row] = await this.ingestion.rows<{ id: string }>(
      'select id from financial_accounts where external_id = any($1)',
      [ids],
    );
    if (!row) throw new Error(`${key} is not known`);
    return Number(row.id);
  }

  /** Returns the stored documents, by the ids of the broker's rows. */
  async documents(key: string): Promise<Map<string, TransactionDocument>> {
    const rows = await this.ingestion.rows<{ document: TransactionDocument }>(
      'select document from transactions where account_id = $1 order by id',
      [await this.accountId(key)],
    );
    return new Map(
      rows.map(({ document }) => [document.external_identifiers?.integrator_transaction_id ?? '', document]),
    );
  }

  async close(): Promise<void> {
    await this.ingestion.close();
  }
}
