import {
  AccountUpsertedV1,
  ActivateConnection,
  BalanceSnapshottedV1,
  CreateConnection,
  HoldingsSnapshottedV1,
  SyncAccounts,
  TransactionDocument,
  TransactionUpsertedV1,
} from '@tributary/contracts';
import { MAPLE_STREET } from '@tributary/sandbox';
import { IngestionFixture } from '../../testing/ingestion.fixture';

interface AccountLedger {
  readonly key: string;
  readonly ids: readonly string[];
  readonly activity_count: number;
  readonly activity_ids: readonly string[];
  readonly cash: Readonly<Record<string, string>>;
  readonly total_value: string;
  readonly positions: readonly { symbol: string; units: string }[];
}

let fixture: IngestionFixture;
beforeEach(async () => {
  fixture = await IngestionFixture.start({}, { maxHistoricalDays: 700 });
});
afterEach(() => fixture.close());

async function connect(broker: string) {
  const { connection, link } = await fixture.send(CreateConnection, {
    provider: 'PROVIDER_C',
    institutionExternalId: broker,
    reference: null,
    redirectUrl: 'https://client.example/callback',
    accountConfig: {},
  });
  await fetch(link, { redirect: 'manual' });
  return fixture.send(ActivateConnection, { connectionId: connection.id });
}

async function ledger(): Promise<readonly AccountLedger[]> {
  const answer = (await fixture.control('GET', '/ledger/provider-c')) as { accounts: AccountLedger[] };
  return answer.accounts;
}

async function ledgerOf(key: string): Promise<AccountLedger> {
  const found = (await ledger()).find((account) => account.key === key);
  if (!found) throw new Error(`no ${key}`);
  return found;
}

async function accountId(key: string): Promise<number> {
  const { ids } = await ledgerOf(key);
  const [row] = await fixture.rows<{ id: string }>(
    'select id from financial_accounts where external_id = any($1)',
    [ids],
  );
  return Number(row?.id);
}

async function documents(key: string): Promise<TransactionDocument[]> {
  const rows = await fixture.rows<{ document: TransactionDocument }>(
    'select document from transactions where account_id = $1 order by id',
    [await accountId(key)],
  );
  return rows.map(({ document }) => document);
}

const MARGIN = `${MAPLE_STREET}/margin`;

it('debug', async () => {
  await connect(MAPLE_STREET);
  await fixture.settled();
  for (const account of await ledger()) {
    if (!account.key.startsWith(MAPLE_STREET) || account.key.endsWith('paper')) continue;
    const docs = await documents(account.key);
    console.log(account.key, account.activity_count, docs.length, JSON.stringify(account.cash));
  }
  console.log(JSON.stringify((await documents(MARGIN)).slice(0, 30), null, 1));
  console.log(JSON.stringify(fixture.events(HoldingsSnapshottedV1)[0], null, 1));
  console.log(JSON.stringify(fixture.events(AccountUpsertedV1).at(-1), null, 1));
  console.log(
    fixture.events(BalanceSnapshottedV1).length,
    fixture.events(TransactionUpsertedV1).length,
    SyncAccounts.name,
  );
}, 60000);
