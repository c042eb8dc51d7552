import {
  ActivateConnection,
  CreateConnection,
  SyncAccounts,
  TransactionRemovedV1,
} from '@tributary/contracts';
import { ProviderError } from '../../src/providers/provider.errors';
import { DeltaBank, DeltaProvider } from '../delta-provider';
import { IngestionFixture } from '../ingestion.fixture';

let fixture: IngestionFixture;
let bank: DeltaBank;
let connectionId: number;
let accountId: number;

beforeAll(async () => {
  fixture = await IngestionFixture.start({}, {}, () => [new DeltaProvider(() => bank)]);
});
beforeEach(() => {
  bank = new DeltaBank();
});
// The next test's bank does not have this account.
afterEach(() => fixture.rows('update financial_accounts set enabled = false'));
afterAll(() => fixture.close());

async function connect(): Promise<void> {
  const { connection } = await fixture.send(CreateConnection, {
    provider: 'PROVIDER_B',
    institutionExternalId: 'DELTA',
    reference: null,
    redirectUrl: 'https://client.example/',
    accountConfig: {},
  });
  connectionId = connection.id;
  const activated = await fixture.send(ActivateConnection, { connectionId, browserConfirmed: true });
  accountId = activated.financialAccountIds[0] ?? 0;
  await fixture.settled();
}

async function sync(): Promise<void> {
  bank.askedFrom.length = 0;
  await fixture.send(SyncAccounts, { connectionId, financialAccountIds: null });
  await fixture.settled();
}

function stored(): Promise<{ id: string; amount: string; version: number }[]> {
  return fixture.rows(
    `select document->'external_identifiers'->>'integrator_transaction_id' as id,
            document->>'amount' as amount, version
       from transactions where removed_at is null and account_id = $1 order by 1`,
    [accountId],
  );
}

async function ids(): Promise<string[]> {
  return (await stored()).map(({ id }) => id);
}

describe('a provider that reports changes since a mark', () => {
  it('is read to the end page by page, and then from its mark on, also after a restart', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) bank.book(id, '-1.00');
    await connect();
    expect(bank.askedFrom).toEqual([null, '2', '4']);
    expect(await ids()).toEqual(['a', 'b', 'c', 'd', 'e']);

    await fixture.stopInstance();
    await fixture.startInstance();
    bank.book('f', '-2.00');
    bank.book('a', '-1.50');
    await sync();
    expect(bank.askedFrom).toEqual(['5']);
    expect(await stored()).toEqual([
      { id: 'a', amount: '-1.50', version: 2 },
      ...['b', 'c', 'd', 'e'].map((id) => ({ id, amount: '-1.00', version: 1 })),
      { id: 'f', amount: '-2.00', version: 1 },
    ]);
  });

  it('removes what it retracts, publishes it once, and stores it again when it returns', async () => {
    bank.book('a', '-1.00');
    bank.book('b', '-2.00');
    await connect();
    bank.remove('a');
    bank.remove('never-there');
    await sync();
    expect(await ids()).toEqual(['b']);
    const [{ id } = { id: 0 }] = await fixture.rows<{ id: number }>(
      'select id::int from transactions where removed_at is not null and account_id = $1',
      [accountId],
    );
    const removed = () =>
      fixture
        .events(TransactionRemovedV1)
        .filter(({ financialAccountId }) => financialAccountId === accountId)
        .flatMap(({ transactions }) => transactions);
    expect(removed()).toEqual([{ id, version: 2 }]);

    bank.remove('a');
    await sync();
    expect(removed()).toHaveLength(1);
    bank.book('a', '-1.00');
    await sync();
    expect(await stored()).toEqual([
      { id: 'a', amount: '-1.00', version: 3 },
      { id: 'b', amount: '-2.00', version: 1 },
    ]);
  });

  it('decides by its last page if several pages of one reading have a row', async () => {
    bank.pageSize = 1;
    bank.book('a', '-1.00');
    bank.book('a', '-1.50');
    bank.book('b', '-2.00');
    bank.remove('b');
    bank.book('c', '-3.00');
    bank.remove('c');
    bank.book('c', '-3.50');
    await connect();
    expect((await stored()).map(({ id, amount }) => [id, amount])).toEqual([
      ['a', '-1.50'],
      ['c', '-3.50'],
    ]);
  });

  it('that changes between two pages is read again from the mark', async () => {
    for (const id of ['a', 'b']) bank.book(id, '-1.00');
    await connect();
    for (const id of ['c', 'd', 'e']) bank.book(id, '-1.00');
    let refusals = 1;
    bank.beforeAnswer = (cursor) => {
      if (cursor === '4' && refusals-- > 0) throw new ProviderError({ kind: 'cursor_refused' }, 'changed');
    };
    await sync();
    expect(bank.askedFrom).toEqual(['2', '4', '2', '4']);
    expect(await ids()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('that no longer knows its mark is read from the beginning, without duplicates', async () => {
    for (const id of ['a', 'b', 'c']) bank.book(id, '-1.00');
    await connect();
    bank.beforeAnswer = (cursor) => {
      if (cursor === '3') throw new ProviderError({ kind: 'cursor_refused' }, 'forgotten');
    };
    bank.book('d', '-1.00');
    await sync();
    expect(bank.askedFrom).toEqual(['3', null, '2']);
    expect((await stored()).map(({ id, version }) => [id, version])).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
      ['d', 1],
    ]);
  });

  it('keeps its mark if a page fails: the next sync begins there', async () => {
    for (const id of ['a', 'b', 'c']) bank.book(id, '-1.00');
    let isDown = true;
    bank.beforeAnswer = (cursor) => {
      if (cursor === '2' && isDown) throw new ProviderError({ kind: 'access_denied' }, 'down');
    };
    await connect();
    const mark = () => fixture.rows('select sync_cursor from financial_accounts where id = $1', [accountId]);
    expect(await mark()).toEqual([{ sync_cursor: null }]);
    isDown = false;
    await sync();
    expect(bank.askedFrom).toEqual([null, '2']);
    expect(await mark()).toEqual([{ sync_cursor: '3' }]);
    expect(await ids()).toEqual(['a', 'b', 'c']);
  });

  it('has a secret of its own, which is stored encrypted', async () => {
    bank.book('a', '-1.00');
    await connect();
    const [row] = await fixture.rows<{ consent_secret: string }>(
      'select consent_secret from connections where id = $1',
      [connectionId],
    );
    expect(row?.consent_secret).toMatch(/^v1\./);
    expect(row?.consent_secret).not.toContain(bank.secret);
    expect(await ids()).toEqual(['a']);
  });
});
