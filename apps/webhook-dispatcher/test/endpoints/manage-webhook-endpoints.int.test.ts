import {
  AccountUpsertedV1,
  Caller,
  CommandPayload,
  DeleteWebhookEndpoint,
  Problem,
  ProblemDetail,
  RecoverDeliveries,
  RedeliverWebhook,
  RotateWebhookSecret,
  SendTestEvent,
  TransactionShapedV1,
  UpdateWebhookEndpoint,
  WebhookDeliveredV1,
  WebhookEndpointDeletedV1,
  ownerOf,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { DispatcherFixture } from '../dispatcher.fixture';
import { accountEvent, shaped, shapedEvent } from '../samples';

let fixture: DispatcherFixture;
let userId = 700;

beforeAll(async () => {
  fixture = await DispatcherFixture.start();
}, 60_000);
afterAll(() => fixture.close());
beforeEach(() => {
  userId += 1;
});

type Changes = CommandPayload<typeof UpdateWebhookEndpoint>['changes'];

const owner = (): Caller => ownerOf(userId);

const update = (id: number, changes: Changes, caller: Caller = owner()) =>
  fixture.send(UpdateWebhookEndpoint, { id, changes }, caller);

/** Publishes a transaction of the user's account. */
const publish = (transaction: number, version = 1): Promise<void> =>
  fixture.publishAll(TransactionShapedV1, [
    shapedEvent(userId, [shaped(userId * 100 + transaction, version, { amount: `-${version}.00` })], userId),
  ]);

async function refusal(attempt: Promise<unknown>): Promise<ProblemDetail> {
  const error: unknown = await attempt.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Problem)) throw new Error('it was not refused', { cause: error });
  return error.detail;
}

const statuses = async (endpointId: number): Promise<string[]> =>
  (
    await fixture.rows<{ status: string }>(
      'select status from deliveries where endpoint_id = $1 order by id',
      [endpointId],
    )
  ).map(({ status }) => status);

describe('an update', () => {
  test('changes the given members only; the payload version is fixed', async () => {
    const { endpoint } = await fixture.hook('kept', userId, { payload_version: 'v1' });
    const { endpoint: updated } = await update(endpoint.id, {
      description: 'mine',
      events: ['balance.updated'],
    });
    expect(updated).toMatchObject({
      version: endpoint.version + 1,
      document: {
        ...endpoint.document,
        description: 'mine',
        events: ['balance.updated'],
        reading_scopes: ['accounts:read', 'sensitive:read'],
        payload_version: 'v1',
      },
    });
    await eventually(() => expect(fixture.lastPublished(endpoint.id)).toEqual(updated));
  });

  test('is refused by field like a creation', async () => {
    const { endpoint } = await fixture.hook('refused', userId);
    expect(await refusal(update(endpoint.id, { url: 'https://10.0.0.1/' }))).toMatchObject({
      errors: { url: ['The url must not point to a private or local address.'] },
    });
    expect(await refusal(update(endpoint.id, { type: 'AUTOMATION_A' }))).toMatchObject({
      errors: { omit_sensitive_identifiers: [expect.any(String)] },
    });
    expect(await refusal(update(endpoint.id, { financial_accounts: [4711] }))).toMatchObject({
      errors: { 'financial_accounts.0': [expect.any(String)] },
    });
  });

  test('turning it off discards waiting deliveries and says so; turning it on resets its health', async () => {
    const { endpoint } = await fixture.hook('off', userId);
    await fixture.behave('off', { kind: 'status', status: 500 });
    await publish(1);
    await eventually(async () => {
      const [state] = await fixture.rows<{ consecutive_failures: number }>(
        'select consecutive_failures from sending_states where endpoint_id = $1',
        [endpoint.id],
      );
      expect(state?.consecutive_failures).toBe(1);
    });
    await update(endpoint.id, { enabled: false });
    expect(await statuses(endpoint.id)).toEqual(['DISCARDED']);
    await eventually(() => {
      const states = fixture
        .events(WebhookDeliveredV1)
        .filter(({ endpointId }) => endpointId === endpoint.id)
        .flatMap(({ deliveries }) => deliveries.map(({ status, version }) => [status, version]));
      expect(states).toEqual([
        ['PENDING', 1],
        ['DISCARDED', 2],
      ]);
    });
    await publish(2);
    await fixture.behave('off', { kind: 'ok' });
    const { endpoint: on } = await update(endpoint.id, { enabled: true });
    expect(on.document.health).toMatchObject({ status: 'UNKNOWN', transient_failure_count: 0 });
    await publish(3);
    await eventually(async () => expect(await statuses(endpoint.id)).toEqual(['DISCARDED', 'DELIVERED']));
  });
});

describe('a token that reads less than the endpoint receives', () => {
  const reader = (...scopes: string[]): Caller => ({ ...owner(), scopes: ['webhooks:write', ...scopes] });

  test('can neither change it, nor get its secret, nor make it send; it can delete it', async () => {
    const { endpoint } = await fixture.hook('taken', userId);
    const since = '2026-03-01T00:00:00.000Z';
    const narrow = reader('transactions:read');
    for (const attempt of [
      update(endpoint.id, { url: `${fixture.sandbox.receiverUrl}/hooks/thief` }, narrow),
      update(endpoint.id, { description: 'mine' }, narrow),
      fixture.send(RotateWebhookSecret, { id: endpoint.id }, narrow),
      fixture.send(SendTestEvent, { id: endpoint.id, event: null }, narrow),
      fixture.send(RecoverDeliveries, { id: endpoint.id, since, until: null }, narrow),
      fixture.send(RedeliverWebhook, { endpointId: endpoint.id, deliveryId: 1 }, narrow),
    ]) {
      expect(await refusal(attempt)).toEqual({
        kind: 'forbidden',
        scopes: ['accounts:read', 'sensitive:read'],
      });
    }
    await fixture.send(DeleteWebhookEndpoint, { id: endpoint.id }, narrow);
  });

  test('is one that reads less than the app that made it could, and no other', async () => {
    const wide = reader('transactions:read', 'accounts:read');
    const { endpoint } = await fixture.hook('made-by-app', wide);
    await update(endpoint.id, { description: 'fine' }, wide);
    await update(
      endpoint.id,
      { description: 'finer' },
      reader('transactions:read', 'accounts:read', 'rules:read'),
    );
    expect(await refusal(update(endpoint.id, { description: 'mine' }, reader('accounts:read')))).toEqual({
      kind: 'forbidden',
      scopes: ['transactions:read'],
    });
  });
});

describe('an endpoint of accounts that a token was not granted', () => {
  test('is not found', async () => {
    await fixture.publishAll(AccountUpsertedV1, [accountEvent(userId, 1, {}, userId)]);
    const { endpoint } = await fixture.hook('all', userId);
    const { endpoint: its } = await fixture.hook('its', userId, { financial_accounts: [userId] });
    const restricted: Caller = { ...ownerOf(userId), accountIds: [userId] };
    const stranger: Caller = ownerOf(userId + 5000);
    for (const caller of [restricted, stranger]) {
      for (const attempt of [
        () => update(endpoint.id, { enabled: false }, caller),
        () => fixture.send(RotateWebhookSecret, { id: endpoint.id }, caller),
        () =>
          fixture.send(
            RecoverDeliveries,
            { id: endpoint.id, since: '2026-03-01T00:00:00.000Z', until: null },
            caller,
          ),
        () => fixture.send(SendTestEvent, { id: endpoint.id, event: null }, caller),
        () => fixture.send(DeleteWebhookEndpoint, { id: endpoint.id }, caller),
      ]) {
        expect(await refusal(attempt())).toEqual({ kind: 'not_found' });
      }
    }
    await update(its.id, { description: 'mine' }, restricted);
    const { endpoint: scoped } = await update(its.id, { financial_accounts: null }, restricted);
    expect(scoped.document.financial_account_ids).toEqual([userId]);
  });
});

describe('a rotation', () => {
  test('signs with the new secret and every secret that was replaced within 24 hours', async () => {
    const { endpoint, secret: first } = await fixture.hook('rotated', userId);
    const second = await fixture.send(RotateWebhookSecret, { id: endpoint.id }, owner());
    const third = await fixture.send(RotateWebhookSecret, { id: endpoint.id }, owner());
    expect(new Set([first, second.secret, third.secret]).size).toBe(3);
    expect(Date.parse(second.previousSecretValidUntil) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    // The sandbox verifies with the official library.
    for (const [round, secret] of [first, second.secret, third.secret].entries()) {
      await fixture.control('PUT', '/receiver/rotated', { secret });
      await publish(round + 1);
      await eventually(async () =>
        expect((await fixture.ledger('rotated')).summary).toMatchObject({
          accepted_ids: round + 1,
          bad_signatures: 0,
        }),
      );
    }
    const stored = await fixture.rows<{ row: string }>(
      'select e::text as row from webhook_endpoints e where id = $1',
      [endpoint.id],
    );
    for (const secret of [first, second.secret, third.secret]) {
      expect(JSON.stringify([stored, fixture.published])).not.toContain(secret.slice(6));
    }
  });

  test('after 24 hours the old secret no longer signs', async () => {
    const { endpoint, secret } = await fixture.hook('expired', userId);
    await fixture.send(RotateWebhookSecret, { id: endpoint.id }, owner());
    await fixture.sql.query(
      `update webhook_endpoints set version = version + 1,
              retired_secrets = jsonb_set(retired_secrets, '{0,valid_until}', to_jsonb(now() - interval '1 second'))
        where id = $1`,
      [endpoint.id],
    );
    await fixture.control('PUT', '/receiver/expired', { secret });
    await publish(1);
    await eventually(async () => expect((await fixture.ledger('expired')).summary.bad_signatures).toBe(1));
  });
});

describe('a deletion', () => {
  test('is published, stops sending, and erases the deliveries', async () => {
    const { endpoint } = await fixture.hook('deleted', userId);
    await fixture.behave('deleted', { kind: 'status', status: 500 });
    await publish(1);
    await eventually(async () => expect((await fixture.ledger('deleted')).summary.deliveries).toBe(1));
    const { deleted } = await fixture.send(DeleteWebhookEndpoint, { id: endpoint.id }, owner());
    expect(deleted.version).toBeGreaterThan(endpoint.version);
    await eventually(() => expect(fixture.events(WebhookEndpointDeletedV1)).toContainEqual(deleted));
    await publish(1, 2);
    expect(await refusal(fixture.send(DeleteWebhookEndpoint, { id: endpoint.id }, owner()))).toEqual({
      kind: 'not_found',
    });
    await fixture.prune();
    expect(await statuses(endpoint.id)).toEqual([]);
    expect((await fixture.ledger('deleted')).summary.deliveries).toBe(1);
  });
});

describe('endpoints of automation platforms', () => {
  test('have a limit separate from personal ones', async () => {
    const automation = { type: 'AUTOMATION_B', endpoint_limit: 1 } as const;
    await fixture.create({ endpoint_limit: 1 }, owner());
    await fixture.create(automation, owner());
    expect(await refusal(fixture.create(automation, owner()))).toMatchObject({
      kind: 'plan_limit',
      current: 1,
    });
    expect(await refusal(fixture.create({ endpoint_limit: 1 }, owner()))).toMatchObject({ current: 1 });
  });

  test('become personal ones only within the plan’s limit, and the other way round', async () => {
    const automation = { type: 'AUTOMATION_B', endpoint_limit: 1 } as const;
    const { endpoint } = await fixture.create(automation, owner());
    const { endpoint: own } = await fixture.create({ endpoint_limit: 1 }, owner());
    const change = (id: number, type: 'WEBHOOK' | 'AUTOMATION_B', limit: number) =>
      fixture.send(
        UpdateWebhookEndpoint,
        { id, changes: { type }, endpoint_limits: { people: limit, automation: limit } },
        owner(),
      );
    expect(await refusal(change(endpoint.id, 'WEBHOOK', 1))).toMatchObject({
      kind: 'plan_limit',
      current: 1,
    });
    expect(await refusal(change(own.id, 'AUTOMATION_B', 1))).toMatchObject({
      kind: 'plan_limit',
      current: 1,
    });
    await change(own.id, 'WEBHOOK', 1); // without a change: nothing is added
    expect((await change(endpoint.id, 'WEBHOOK', 2)).endpoint.document).toMatchObject({ type: 'WEBHOOK' });
  });

  test('410 removes them immediately', async () => {
    const { endpoint } = await fixture.hook('unsubscribed', userId, {
      type: 'AUTOMATION_A',
      omit_sensitive_identifiers: true,
    });
    await fixture.behave('unsubscribed', { kind: 'gone' });
    await publish(1);
    await eventually(() =>
      expect(fixture.events(WebhookEndpointDeletedV1).map(({ id }) => id)).toContain(endpoint.id),
    );
  });

  test('so do minutes of 404 answers; one that ever accepted a delivery stays', async () => {
    const abandoned = await fixture.hook('abandoned', userId, { type: 'AUTOMATION_B' });
    const used = await fixture.hook('used', userId, { type: 'AUTOMATION_B' });
    for (const { endpoint } of [abandoned, used]) {
      await fixture.sql.query(
        `update sending_states set consecutive_failures = 2, failing_since = now() - interval '6 minutes',
                last_error = 'HTTP_404', last_success_at = case when endpoint_id = $2 then now() end
          where endpoint_id = $1`,
        [endpoint.id, used.endpoint.id],
      );
    }
    for (const name of ['abandoned', 'used']) await fixture.behave(name, { kind: 'status', status: 404 });
    await publish(1);
    await eventually(() =>
      expect(fixture.events(WebhookEndpointDeletedV1).map(({ id }) => id)).toContain(abandoned.endpoint.id),
    );
    await eventually(async () => expect(await statuses(used.endpoint.id)).toEqual(['PENDING']));
    expect(fixture.events(WebhookEndpointDeletedV1).map(({ id }) => id)).not.toContain(used.endpoint.id);
  });
});
