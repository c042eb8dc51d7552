import {
  sampleAccount,
  AccountDeletedV1,
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  ConnectionChangedV1,
  DeleteWebhookEndpoint,
  EventPayload,
  ownerOf,
  RuleUpsertedV1,
  SAMPLE_TIME,
  TransactionShapedV1,
  WebhookEvent,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { BODY, Created, DispatcherFixture } from '../dispatcher.fixture';
import { accountEvent, ruleDisabled, shaped, shapedEvent } from '../samples';

let fixture: DispatcherFixture;
let userId = 100;

beforeAll(async () => {
  fixture = await DispatcherFixture.start();
}, 60_000);

afterAll(() => fixture.close());
beforeEach(() => {
  userId += 1;
});

interface Body {
  id: string;
  type: string;
  payload_version: string;
  data: Record<string, unknown> & { transactions?: { id: string; removed?: boolean; amount?: string }[] };
}

/** Returns the messages for one endpoint, in the order in which they will be sent. */
async function messages(endpointId: number): Promise<Body[]> {
  const rows = await fixture.rows<{ body: string }>(
    `select ${BODY} as body from deliveries d where endpoint_id = $1 order by id`,
    [endpointId],
  );
  return rows.map(({ body }) => JSON.parse(body) as Body);
}

const published = (bodies: readonly Body[]) =>
  bodies.map(({ type, data }) => [type, data.transactions?.map(({ id }) => Number(id))]);

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at);

describe('transactions', () => {
  test('each is announced once although every event arrives three times', async () => {
    const { endpoint } = await fixture.hook('once', userId, { events: ['transactions.created'] });
    const event = { ...shapedEvent(1, [shaped(1, 1), shaped(2, 1)], userId), id: 'event-1' };
    for (let time = 0; time < 3; time += 1) await fixture.publishAll(TransactionShapedV1, [event, event]);
    expect(published(await messages(endpoint.id))).toEqual([['transactions.created', [1, 2]]]);
    await eventually(async () => expect((await fixture.ledger('once')).created).toEqual({ 1: 1, 2: 1 }));
  });

  test('created, then updated, then removed', async () => {
    const { endpoint } = await fixture.hook('steps', userId);
    await fixture.publishAll(TransactionShapedV1, [shapedEvent(2, [shaped(10, 1)], userId)]);
    await fixture.publishAll(TransactionShapedV1, [
      shapedEvent(2, [shaped(10, 2, { amount: '-1.00' })], userId),
    ]);
    await fixture.publishAll(TransactionShapedV1, [
      shapedEvent(2, [shaped(10, 3, { removed: true })], userId),
    ]);
    const bodies = await messages(endpoint.id);
    expect(published(bodies)).toEqual([
      ['transactions.created', [10]],
      ['transactions.updated', [10]],
      ['transactions.updated', [10]],
    ]);
    expect(bodies[1]?.data.transactions?.[0]).toMatchObject({ amount: '-1.00', booked: 'true' });
    expect(bodies[2]?.data.transactions).toEqual([{ id: '10', removed: true }]);
  });

  test('also in one batch: each version is published, in order', async () => {
    const { endpoint } = await fixture.hook('batch', userId);
    await fixture.publishAll(TransactionShapedV1, [
      shapedEvent(3, [shaped(20, 1), shaped(21, 1)], userId),
      shapedEvent(3, [shaped(20, 2, { amount: '-2.00' }), shaped(22, 1)], userId),
    ]);
    expect(published(await messages(endpoint.id))).toEqual([
      ['transactions.created', [20, 21]],
      ['transactions.created', [22]],
      ['transactions.updated', [20]],
    ]);
  });

  test('shaping again to the same result is not announced', async () => {
    const { endpoint } = await fixture.hook('silent', userId);
    await fixture.publishAll(TransactionShapedV1, [shapedEvent(4, [shaped(30, 1)], userId)]);
    await fixture.publishAll(TransactionShapedV1, [shapedEvent(4, [shaped(30, 2)], userId)]);
    await fixture.publishAll(TransactionShapedV1, [shapedEvent(4, [shaped(30, 3)], userId)]);
    expect(await messages(endpoint.id)).toHaveLength(1);
  });

  test('one under review is announced only when it is decided that there are two, as created', async () => {
    const { endpoint } = await fixture.hook('doubtful', userId);
    const doubtful = shaped(35, 1, { under_review: true });
    const edited = shaped(35, 2, { under_review: true, amount: '-3.00' });
    for (const one of [doubtful, edited, doubtful]) {
      await fixture.publishAll(TransactionShapedV1, [shapedEvent(4, [one], userId)]);
    }
    expect(await messages(endpoint.id)).toEqual([]);
    const decided = shapedEvent(4, [shaped(35, 3)], userId);
    await fixture.publishAll(TransactionShapedV1, [decided, decided]);
    await fixture.publishAll(TransactionShapedV1, [
      shapedEvent(4, [shaped(35, 4, { amount: '-4.00' })], userId),
    ]);
    expect(published(await messages(endpoint.id))).toEqual([
      ['transactions.created', [35]],
      ['transactions.updated', [35]],
    ]);
  });

  test('one that is merged away under review is announced neither then nor as gone, and as created if that is undone', async () => {
    const { endpoint } = await fixture.hook('merged', userId);
    await fixture.publishAll(TransactionShapedV1, [
      shapedEvent(4, [shaped(36, 1, { under_review: true })], userId),
      shapedEvent(4, [shaped(36, 2, { under_review: true, removed: true })], userId),
    ]);
    expect(await messages(endpoint.id)).toEqual([]);
    await fixture.publishAll(TransactionShapedV1, [shapedEvent(4, [shaped(36, 3)], userId)]);
    expect(published(await messages(endpoint.id))).toEqual([['transactions.created', [36]]]);
  });

  test('an older version after a newer one is not announced', async () => {
    const { endpoint } = await fixture.hook('late', userId);
    await fixture.publishAll(TransactionShapedV1, [
      shapedEvent(5, [shaped(40, 2, { amount: '-9.00' })], userId),
    ]);
    await fixture.publishAll(TransactionShapedV1, [shapedEvent(5, [shaped(40, 1)], userId)]);
    const bodies = await messages(endpoint.id);
    expect(published(bodies)).toEqual([['transactions.created', [40]]]);
    expect(bodies[0]?.data.transactions?.[0]?.amount).toBe('-9.00');
  });

  test('transactions from before the endpoint are not announced; later changes are announced as updates', async () => {
    await fixture.publishAll(TransactionShapedV1, [shapedEvent(6, [shaped(50, 1), shaped(51, 1)], userId)]);
    const { endpoint } = await fixture.hook('newcomer', userId);
    await fixture.publishAll(TransactionShapedV1, [
      shapedEvent(6, [shaped(50, 2), shaped(51, 2, { amount: '-3.00' })], userId),
    ]);
    expect(published(await messages(endpoint.id))).toEqual([['transactions.updated', [51]]]);
  });

  test('many are divided into messages of at most a hundred', async () => {
    const { endpoint } = await fixture.hook('many', userId);
    const transactions = range(1000, 250).map((id) => shaped(id, 1));
    await fixture.publishAll(TransactionShapedV1, [shapedEvent(7, transactions, userId)]);
    const bodies = await messages(endpoint.id);
    expect(bodies.map(({ data }) => data.transactions?.length)).toEqual([100, 100, 50]);
    await eventually(async () =>
      expect(Object.keys((await fixture.ledger('many')).created)).toHaveLength(250),
    );
  });

  test('an endpoint gets only events of its own user, accounts and names', async () => {
    await fixture.publishAll(AccountUpsertedV1, [
      accountEvent(80, 1, {}, userId),
      accountEvent(81, 1, {}, userId),
    ]);
    const limited = await fixture.hook('limited', userId, { financial_accounts: [80] });
    const foreign = await fixture.hook('foreign', userId + 5000);
    const other = await fixture.hook('other', userId, { events: ['balance.updated'] });
    const off = await fixture.hook('off', userId, { enabled: false });
    await fixture.publishAll(TransactionShapedV1, [
      shapedEvent(80, [shaped(60, 1)], userId),
      shapedEvent(81, [shaped(61, 1)], userId),
    ]);
    expect(published(await messages(limited.endpoint.id))).toEqual([['transactions.created', [60]]]);
    for (const { endpoint } of [foreign, other, off]) expect(await messages(endpoint.id)).toEqual([]);
  });

  test('endpoints that see the same share one content, which goes with the last of them', async () => {
    const events: WebhookEvent[] = ['account.created'];
    const one = await fixture.hook('one', userId, { events });
    const other = await fixture.hook('other of two', userId, { events });
    const less = await fixture.hook('less', userId, { events, omit_sensitive_identifiers: true });
    await fixture.publishAll(AccountUpsertedV1, [accountEvent(82, 1, {}, userId)]);
    const contentsOf = async (endpointId: number) =>
      (
        await fixture.rows<{ content_id: string }>(
          'select content_id from deliveries where endpoint_id = $1',
          [endpointId],
        )
      ).map(({ content_id }) => content_id);
    const [shared] = await contentsOf(one.endpoint.id);
    expect(await contentsOf(other.endpoint.id)).toEqual([shared]);
    expect(await contentsOf(less.endpoint.id)).not.toEqual([shared]);
    const bodies = [...(await messages(one.endpoint.id)), ...(await messages(other.endpoint.id))];
    const [first, second] = bodies.map(({ id, ...content }) => ({ id, content }));
    expect(first?.content).toEqual(second?.content);
    expect(first?.id).not.toBe(second?.id);

    const isThere = () => fixture.rows('select 1 from delivery_contents where id = $1', [shared]);
    for (const [{ endpoint }, left] of [
      [one, 1],
      [other, 0],
    ] as const) {
      await fixture.send(DeleteWebhookEndpoint, { id: endpoint.id }, ownerOf(userId));
      await fixture.prune();
      expect(await isThere()).toHaveLength(left);
    }
  });

  test('v1 and v2 endpoints get the account under their key, redacted as each requests', async () => {
    await fixture.publishAll(AccountUpsertedV1, [accountEvent(82, 1, {}, userId)]);
    const old = await fixture.hook('old', userId, { payload_version: 'v1' });
    const bare = await fixture.hook('bare', userId, { omit_sensitive_identifiers: true });
    const blind = await fixture.hook('blind', {
      ...ownerOf(userId),
      scopes: ['accounts:read', 'transactions:read'],
    });
    await fixture.publishAll(TransactionShapedV1, [shapedEvent(82, [shaped(70, 1)], userId)]);
    const first = async ({ endpoint }: Created): Promise<Body | undefined> =>
      (await messages(endpoint.id))[0];
    const [v1, omitted, redacted] = await Promise.all([first(old), first(bare), first(blind)]);
    expect(v1?.data.bank_account).toMatchObject({ id: '82', iban: 'FI2112345600000785', enabled: 'true' });
    expect(omitted?.data.financial_account).toMatchObject({
      id: '82',
      owner_name: expect.any(String) as string,
    });
    expect(JSON.stringify(omitted)).not.toContain('FI2112345600000785');
    expect(JSON.stringify(redacted)).not.toMatch(/FI2112345600000785|Maija|2026-03-02-0001/);
  });
});

describe('accounts', () => {
  test('are created, updated if more than their sync times changed, and deleted once', async () => {
    const { endpoint } = await fixture.hook('accounts', userId, {
      events: ['account.created', 'account.updated', 'account.deleted', 'transactions.created'],
    });
    const legacy = await fixture.hook('legacy', userId, {
      events: ['bank_account.created', 'bank_account.deleted'],
      payload_version: 'v1',
    });
    const gone = { key: 90, payload: { id: 90, version: 9, userId } };
    const later = '2026-03-03T00:00:00.000Z';
    await fixture.publishAll(AccountUpsertedV1, [
      accountEvent(90, 1, {}, userId),
      accountEvent(90, 2, { custom_name: 'Home' }, userId),
      accountEvent(
        90,
        3,
        {
          custom_name: 'Home',
          transactions_last_synced_at: later,
          sync: { next_allowed_at: later, backfill_completes_at: null },
          reconciliation: sampleAccount.reconciliation && {
            ...sampleAccount.reconciliation,
            checked_at: later,
            balance_change: '-99.00',
            transactions_total: '-99.00',
          },
        },
        userId,
      ),
    ]);
    await fixture.publishAll(AccountDeletedV1, [gone, gone]);
    await fixture.publishAll(AccountDeletedV1, [gone]);
    await fixture.publishAll(AccountUpsertedV1, [accountEvent(90, 4, {}, userId)]);
    await fixture.publishAll(TransactionShapedV1, [shapedEvent(90, [shaped(80, 1)], userId)]);
    const bodies = await messages(endpoint.id);
    expect(bodies.map(({ type }) => type)).toEqual(['account.created', 'account.updated', 'account.deleted']);
    expect(bodies[1]?.data.financial_account).toMatchObject({ id: '90', custom_name: 'Home' });
    const old = await messages(legacy.endpoint.id);
    expect(old.map(({ type }) => type)).toEqual(['bank_account.created', 'bank_account.deleted']);
    expect(old[1]?.data.bank_account).toMatchObject({ id: '90', custom_name: 'Home' });
    expect(await fixture.rows('select document from accounts where id = 90')).toEqual([{ document: null }]);
  });
});

describe('balances', () => {
  const snapshot = (version: number, cleared: string): EventPayload<typeof BalanceSnapshottedV1> => ({
    ...BalanceSnapshottedV1.sample,
    financialAccountId: 95,
    userId,
    version,
    changed: true,
    cleared,
  });

  test('are published if an amount changed', async () => {
    const { endpoint } = await fixture.hook('balances', userId, { events: ['balance.updated'] });
    const publish = (version: number, cleared: string) =>
      fixture.publishAll(BalanceSnapshottedV1, [{ key: 95, payload: snapshot(version, cleared) }]);
    await publish(1, '10.00');
    await publish(2, '10.00');
    await publish(4, '12.00');
    await publish(3, '11.00');
    const bodies = await messages(endpoint.id);
    expect(bodies.map(({ data }) => data.financial_account)).toEqual([{ id: '95' }, { id: '95' }]);
    expect(bodies[1]?.data.balances).toEqual([
      expect.objectContaining({ id: '55', financial_account_id: '95', created_at: SAMPLE_TIME }),
    ]);
  });
});

describe('connections', () => {
  const changed = (
    version: number,
    event: EventPayload<typeof ConnectionChangedV1>['event'],
  ): { key: number; payload: EventPayload<typeof ConnectionChangedV1> } => ({
    key: 3,
    payload: { ...ConnectionChangedV1.sample, id: 3, userId, version, event },
  });

  test('are published by their transitions, also to endpoints of their accounts', async () => {
    const events = ['connection.activated', 'connection.expiring'] as const;
    await fixture.publishAll(AccountUpsertedV1, [
      accountEvent(96, 1, { financial_connection_id: 3 }, userId),
      accountEvent(97, 1, { financial_connection_id: 4 }, userId),
    ]);
    const all = await fixture.hook('connections', userId, { events: [...events] });
    const its = await fixture.hook('its', userId, { events: [...events], financial_accounts: [96] });
    const others = await fixture.hook('others', userId, { events: [...events], financial_accounts: [97] });
    const moves = [changed(1, 'connection.activated'), changed(2, null), changed(3, 'connection.expiring')];
    await fixture.publishAll(ConnectionChangedV1, moves);
    await fixture.publishAll(ConnectionChangedV1, moves);
    for (const { endpoint } of [all, its]) {
      const bodies = await messages(endpoint.id);
      expect(bodies.map(({ type }) => type)).toEqual([...events]);
      expect(bodies[0]?.data.financial_connection).toMatchObject({
        id: '3',
        institution_id: '2',
        enabled: 'true',
      });
    }
    expect(await messages(others.endpoint.id)).toEqual([]);
  });
});

describe('rules', () => {
  const ruleId = 71;
  const off = (version: number) => ruleDisabled({ id: ruleId, userId, version, accountIds: [98] });

  test('that were switched off are announced once for each time, also to endpoints of accounts that they shape', async () => {
    const events = ['rule.disabled'] as const;
    await fixture.publishAll(AccountUpsertedV1, [
      accountEvent(98, 1, {}, userId),
      accountEvent(99, 1, {}, userId),
    ]);
    const all = await fixture.hook('rules', userId, { events: [...events] });
    const its = await fixture.hook('rules of 98', userId, { events: [...events], financial_accounts: [98] });
    const others = await fixture.hook('rules of 99', userId, {
      events: [...events],
      financial_accounts: [99],
    });
    const changed = { key: ruleId, payload: { ...off(3).payload, event: null } };
    for (let turn = 0; turn < 2; turn += 1) {
      await fixture.publishAll(RuleUpsertedV1, [off(2), changed, off(4)]);
    }
    for (const { endpoint } of [all, its]) {
      const bodies = await messages(endpoint.id);
      expect(bodies.map(({ type }) => type)).toEqual(['rule.disabled', 'rule.disabled']);
      expect(bodies[0]?.data).toEqual({
        rule: {
          id: '71',
          name: 'Tidy card payees',
          disabled_reason: 'The rule took too long.',
          disabled_at: SAMPLE_TIME,
        },
      });
    }
    expect(await messages(others.endpoint.id)).toEqual([]);
    const recorded = await fixture.rows('select type from recorded_events where rule_id = $1', [ruleId]);
    expect(recorded).toHaveLength(2);
  });

  test('are named only by their id to endpoints that may not read rules', async () => {
    const caller = { ...ownerOf(userId), scopes: ['webhooks:write'] };
    const { endpoint } = await fixture.hook('blind', caller, { events: ['rule.disabled'] });
    await fixture.publishAll(RuleUpsertedV1, [off(9)]);
    expect((await messages(endpoint.id)).map(({ data }) => data)).toEqual([{ rule: { id: '71' } }]);
  });
});
