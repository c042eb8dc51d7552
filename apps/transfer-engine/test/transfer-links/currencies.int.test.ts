import {
  BalanceSnapshottedV1,
  CreateTransferLinks,
  Problem,
  RetryTransferLink,
  SAMPLE_TIME,
  TransactionDocument,
  TransferLinkUpsertedV1,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { QueryRunner } from 'typeorm';
import { CurrencyRule1764800175000 } from '../../src/migrations/currency-rule.migration';
import { TestUser } from '../test-user.fixture';
import { shaped, TransferEngineFixture } from '../transfer-engine.fixture';

let service: TransferEngineFixture;
let user: TestUser;

beforeAll(async () => {
  service = await TransferEngineFixture.start();
});
afterAll(() => service.close());
beforeEach(async () => {
  user = await TestUser.of(service);
});
afterEach(() => user.endFaults());

const IN_USD: Partial<TransactionDocument> = { currency: 'USD', amount: '-10.00' };
const AT_RATE: Partial<TransactionDocument> = {
  ...IN_USD,
  currency_exchange: {
    source_currency: 'USD',
    target_currency: 'EUR',
    unit_currency: 'EUR',
    exchange_rate: '1.25',
  },
};

const errorsOf = (refused: Promise<unknown>): Promise<unknown> =>
  refused.then(
    () => 'was taken',
    (error: unknown) =>
      error instanceof Problem && error.detail.kind === 'invalid' ? error.detail.errors : error,
  );

/** `linked` publishes the account in EUR, which is not newer: it stays in USD. */
async function usdLink(members: object = {}) {
  await user.account(inUsd(), 1, 'USD');
  return user.linked({ financial_account_id: inUsd(), ...members });
}

/** The account that is in USD. */
const inUsd = () => user.accountId + 1;

const publishedLink = (id: number) => user.of(TransferLinkUpsertedV1).findLast((link) => link.id === id);
const waitingOf = (id: number) =>
  eventually(() => expect(publishedLink(id)?.document.waiting_for_currency).toBeGreaterThan(0));

/** The schema as before the question, with what the accounts and links have there; the next start migrates it. */
async function asReleaseBefore({ database }: TransferEngineFixture): Promise<void> {
  const migration = new CurrencyRule1764800175000();
  await database.transaction(async (tx) => {
    await migration.down({ query: (sql: string) => tx.execute(sql) } as unknown as QueryRunner);
    await tx.execute('delete from migrations where name = $1', [migration.name]);
  });
}

describe('a link between two currencies', () => {
  it('is refused, naming both and what to do', async () => {
    expect(await errorsOf(usdLink())).toEqual({
      on_other_currency: [expect.stringMatching(/in USD.* in EUR.*CONVERT.*AS_IS/) as string],
    });
    expect(await user.database.query('select 1 from transfer_links where user_id = $1', [user.id])).toEqual(
      [],
    );
  });

  it('of several is refused alone', async () => {
    await user.account(inUsd(), 1, 'USD');
    await user.account();
    const { budgetAccounts } = await user.connect();
    const link = (financialAccountId: number) => ({
      financial_account_id: financialAccountId,
      destination_type: 'BUDGETA' as const,
      destination_id: budgetAccounts[0]?.id ?? 0,
      transfer_start_date: null,
      active: true,
      sync_mode: 'TRANSACTIONS' as const,
      on_booked_change: {},
    });
    const { results } = await user.send(CreateTransferLinks, {
      mode: 'each',
      links: [link(inUsd()), link(user.accountId)],
    });
    expect(results.map(({ refusal }) => refusal?.kind ?? 'made')).toEqual(['invalid', 'made']);
  });

  it('converts by the bank’s rate; a row without one waits, is counted, and is sent once it has one', async () => {
    const { link } = await usdLink({ on_other_currency: 'CONVERT' });
    await user.shape(
      [shaped(1, [link.id], { document: AT_RATE }), shaped(2, [link.id], { document: IN_USD })],
      inUsd(),
    );
    await user.idle();
    expect((await user.ledger()).map(({ amount }) => amount)).toEqual([-8000]);
    await waitingOf(link.id);
    expect(await user.states()).toMatchObject([{ state: 'TRANSFERRED' }, { state: 'HELD' }]);
    await user.shape([shaped(2, [link.id], { document: AT_RATE, shapedVersion: 2 })], inUsd());
    await user.idle();
    expect((await user.ledger()).map(({ amount }) => amount)).toEqual([-8000, -8000]);
    await eventually(() => expect(publishedLink(link.id)?.document.waiting_for_currency).toBe(0));
  });

  it('changes the row there, once, when the bank changes the rate', async () => {
    const { link } = await usdLink({ on_other_currency: 'CONVERT' });
    await user.shape([shaped(1, [link.id], { document: AT_RATE })], inUsd());
    await user.idle();
    const rate = { ...AT_RATE.currency_exchange, exchange_rate: '1.28' };
    const document = { ...AT_RATE, currency_exchange: rate };
    await user.shape([shaped(1, [link.id], { document, shapedVersion: 2 })], inUsd());
    await user.idle();
    expect((await user.ledger()).map(({ amount }) => amount)).toEqual([-7810]);
  });

  it('sends the numbers as they are, marked in the memo, also in one that a rule set', async () => {
    const { link } = await usdLink({ on_other_currency: 'AS_IS' });
    await user.shape(
      [
        shaped(1, [link.id], { document: AT_RATE }),
        shaped(2, [link.id], { document: IN_USD, output: { destinationFields: { memo: 'Ours' } } }),
      ],
      inUsd(),
    );
    await user.idle();
    expect((await user.ledger()).map(({ amount, memo }) => [amount, memo])).toEqual([
      [-10000, expect.stringMatching(/^-10\.00 USD, not converted: /)],
      [-10000, '-10.00 USD, not converted: Ours'],
    ]);
  });
});

describe('a row in another currency than its account’s', () => {
  it('waits until the user says how, and is not sent by a pause or a retry', async () => {
    const { link } = await user.linked();
    await user.shape([shaped(1, [link.id]), shaped(2, [link.id], { document: IN_USD })]);
    await waitingOf(link.id);
    await user.changeLink({ transfer_link_id: link.id, active: false });
    await user.changeLink({ transfer_link_id: link.id, active: true });
    await user.send(RetryTransferLink, { transferLinkId: link.id });
    await user.idle();
    expect((await user.ledger()).map(({ amount }) => amount)).toEqual([-1500]);
    const asked = await user.changeLink({
      transfer_link_id: link.id,
      on_other_currency: 'AS_IS',
    });
    expect(asked.historyVersion).toBeGreaterThan(link.historyVersion);
    await user.shape([
      shaped(1, [link.id], { shapedVersion: 2 }),
      shaped(2, [link.id], { document: IN_USD, shapedVersion: 2 }),
    ]);
    await user.idle();
    expect((await user.ledger()).map(({ amount }) => amount)).toEqual([-1500, -10000]);
  });

  it('does not keep the history of its link open', async () => {
    const { link } = await user.linked();
    await user.shape([shaped(2, [link.id], { document: IN_USD })]);
    await user.database.query(
      `update transfer_links set history_shaped_at = now() - interval '1 hour' where id = $1`,
      [link.id],
    );
    await eventually(() =>
      expect(publishedLink(link.id)?.document.history).toMatchObject({ state: 'COMPLETED', total: 0 }),
    );
  });
});

describe('a destination that states no currency', () => {
  it('counts in what its first link named; another currency is asked for', async () => {
    await user.account(inUsd(), 1, 'USD');
    const { link, budgetAccounts } = await user.linked();
    await user.database.query(
      `update destination_units set document = jsonb_set(document, '{currency}', 'null') where user_id = $1`,
      [user.id],
    );
    await user.changeLink({ transfer_link_id: link.id, destination_currency: 'EUR' });
    const other = {
      financial_account_id: inUsd(),
      destination_type: 'BUDGETA' as const,
      destination_id: budgetAccounts[1]?.id ?? 0,
      transfer_start_date: null,
      active: true,
      sync_mode: 'TRANSACTIONS' as const,
      on_booked_change: {},
    };
    expect(await errorsOf(user.createLink(other))).toHaveProperty(['on_other_currency']);
    const named = { ...other, destination_currency: 'USD' };
    const { document } = await user.createLink(named);
    expect(document.destination_currency).toBe('USD');
  });

  it('a currency that is not the destination’s own is refused', async () => {
    const { link } = await user.linked();
    const change = { transfer_link_id: link.id, destination_currency: 'USD' };
    expect(await errorsOf(user.changeLink(change))).toHaveProperty(['destination_currency']);
  });
});

describe('a link from before the question', () => {
  it('goes on as it is, and may be paused, resumed and changed', async () => {
    const { link } = await user.linked();
    await user.account(user.accountId, 2, 'USD');
    await user.changeLink({ transfer_link_id: link.id, active: false });
    await user.changeLink({ transfer_link_id: link.id, active: true });
    await user.shape([shaped(2, [link.id], { document: IN_USD })]);
    await user.idle();
    expect((await user.ledger()).map(({ amount }) => amount)).toEqual([-10000]);
  });

  it('of the release before goes on after the upgrade; rows in a third currency wait', async () => {
    const upgraded = await TransferEngineFixture.start();
    try {
      user = await TestUser.of(upgraded);
      const { link } = await usdLink({ on_other_currency: 'AS_IS' });
      await user.shape([shaped(1, [link.id], { document: IN_USD })], inUsd());
      await user.idle();
      await asReleaseBefore(upgraded);
      await upgraded.restart();
      await user.shape(
        [
          shaped(2, [link.id], { document: { ...IN_USD, amount: '-20.00' } }),
          shaped(3, [link.id], { document: { ...IN_USD, currency: 'GBP' } }),
        ],
        inUsd(),
      );
      await user.idle();
      expect((await user.ledger()).map(({ amount }) => amount)).toEqual([-10000, -20000]);
      await eventually(() => expect(publishedLink(link.id)?.document.waiting_for_currency).toBe(1));
      expect(publishedLink(link.id)?.document.on_other_currency).toBeNull();
    } finally {
      await upgraded.close();
    }
  });

  it('is asked when it is pointed elsewhere', async () => {
    const { link, budgetAccounts } = await user.linked();
    await user.account(user.accountId, 2, 'USD');
    const change = { transfer_link_id: link.id, destination_id: budgetAccounts[1]?.id ?? 0 };
    expect(await errorsOf(user.changeLink(change))).toHaveProperty(['on_other_currency']);
  });
});

describe('a balance in another currency', () => {
  const snapshot = () =>
    service.publish(BalanceSnapshottedV1, inUsd(), {
      ...BalanceSnapshottedV1.sample,
      financialAccountId: inUsd(),
      userId: user.id,
      currency: 'USD',
      cleared: '100.00',
      snapshotAt: SAMPLE_TIME,
    });

  it('waits without a rate, and says so; as it is, it is written with a mark', async () => {
    const { link } = await usdLink({ sync_mode: 'BALANCE', on_other_currency: 'CONVERT' });
    await snapshot();
    await eventually(() =>
      expect(publishedLink(link.id)?.document.balance).toMatchObject({
        state: 'PENDING',
        error: expect.stringContaining('another currency') as string,
      }),
    );
    await user.changeLink({ transfer_link_id: link.id, on_other_currency: 'AS_IS' });
    await eventually(() =>
      expect(publishedLink(link.id)?.document.balance).toMatchObject({ state: 'WRITTEN', error: null }),
    );
    expect((await user.ledger()).map(({ amount, memo }) => [amount, memo])).toEqual([
      [100000, '100.00 USD, not converted'],
    ]);
  });
});
