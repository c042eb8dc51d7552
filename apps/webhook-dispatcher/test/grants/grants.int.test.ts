import {
  AccountUpsertedV1,
  Caller,
  EventPayload,
  GrantChangedV1,
  KeepPausedInWebhookDispatcher,
  RedeliverWebhook,
  TransactionShapedV1,
  UpdateWebhookEndpoint,
  ownerOf,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { BODY, Created, DispatcherFixture } from '../dispatcher.fixture';
import { accountEvent, shaped, shapedEvent } from '../samples';

let fixture: DispatcherFixture;
let userId = 900;

const SCOPES = ['transactions:read', 'accounts:read', 'webhooks:write', 'sensitive:read'];

beforeAll(async () => {
  fixture = await DispatcherFixture.start();
}, 60_000);
afterAll(() => fixture.close());
beforeEach(() => {
  userId += 1;
});

const grantId = (): string => `app:${userId}`;
const account = (index: number): number => userId * 10 + index;
const caller = (...positions: number[]): Caller => ({
  ...ownerOf(userId),
  accountIds: positions.map(account),
});

type Changed = EventPayload<typeof GrantChangedV1>;

const change = (version: number, changes: Partial<Changed> = {}): Promise<void> =>
  fixture.publishAll(GrantChangedV1, [
    {
      key: userId,
      payload: {
        grantId: grantId(),
        version,
        userId,
        scopes: SCOPES,
        accountIds: [account(1)],
        expiresAt: null,
        revoked: false,
        ...changes,
      },
    },
  ]);

/** Creates the app's endpoint for the accounts of its grant. */
async function hookOfApp(
  name: string,
  expiresAt: string | null = null,
  scopes: readonly string[] = SCOPES,
  accountIds: readonly number[] | null = [account(1)],
): Promise<Created> {
  const url = `${fixture.sandbox.receiverUrl}/hooks/${name}`;
  const grant = { id: grantId(), version: 1, expiresAt };
  const created = await fixture.create({ url }, { ...ownerOf(userId), accountIds, scopes, grant });
  await fixture.control('PUT', `/receiver/${name}`, { secret: created.secret });
  return created;
}

const publish = (index: number, id: number): Promise<void> =>
  fixture.publishAll(TransactionShapedV1, [
    shapedEvent(account(index), [shaped(userId * 1000 + id, 1)], userId),
  ]);

const accountsPublished = async (name: string): Promise<string[]> =>
  [...new Set((await fixture.ledger(name)).deliveries.map((one) => String(one.account)))].sort();

const state = async (id: number) => {
  const [row] = await fixture.rows<{
    enabled: boolean;
    accounts: number[] | null;
    health: { status: string };
  }>('select enabled, financial_account_ids as accounts, health from webhook_endpoints where id = $1', [id]);
  return row;
};

/** Waits until the service has stored the grant at that version. */
const taken = (version: number): Promise<void> =>
  eventually(async () =>
    expect(
      await fixture.rows('select version from followed_grants where grant_id = $1', [grantId()]),
    ).toEqual([{ version }]),
  );

const statuses = async (id: number): Promise<string[]> =>
  (
    await fixture.rows<{ status: string }>(
      'select status from deliveries where endpoint_id = $1 order by id',
      [id],
    )
  ).map(({ status }) => status);

describe('an endpoint that was made through a grant', () => {
  test('gets no events of accounts that are granted later, or that were removed and granted again', async () => {
    const { endpoint } = await hookOfApp('keeps');
    await change(2, { accountIds: [account(1), account(2)] });
    await taken(2);
    await publish(2, 1);
    await publish(1, 2);
    await eventually(async () => expect(await accountsPublished('keeps')).toEqual([String(account(1))]));

    await change(3, { accountIds: [account(2)] });
    await eventually(async () => expect((await state(endpoint.id))?.accounts).toEqual([]));
    await change(4, { accountIds: null });
    await taken(4);
    expect((await state(endpoint.id))?.accounts).toEqual([]);
  });

  test('gets events of all accounts, also of later ones, if its grant is for all of them', async () => {
    await hookOfApp('all', null, SCOPES, null);
    await publish(7, 1);
    await eventually(async () => expect(await accountsPublished('all')).toEqual([String(account(7))]));
  });

  test('ignores a late state', async () => {
    const { endpoint } = await hookOfApp('late');
    await change(3);
    await taken(3);
    await change(2, { accountIds: [account(2)], scopes: [] });
    await publish(1, 1);
    await eventually(async () => expect(await accountsPublished('late')).toEqual([String(account(1))]));
    expect((await state(endpoint.id))?.accounts).toEqual([account(1)]);
  });

  test('is off once it is revoked: waiting deliveries are not sent, and it cannot be turned on', async () => {
    const { endpoint } = await hookOfApp('revoked');
    await fixture.behave('revoked', { kind: 'status', status: 503 });
    await publish(1, 1);
    await eventually(async () => expect(await statuses(endpoint.id)).toEqual(['PENDING']));
    await change(2, { revoked: true });
    await eventually(async () => {
      expect(await state(endpoint.id)).toMatchObject({ enabled: false, health: { status: 'FAILING' } });
      expect(await statuses(endpoint.id)).toEqual(['DISCARDED']);
    });
    await eventually(() =>
      expect(fixture.lastPublished(endpoint.id)?.document).toMatchObject({
        enabled: false,
        health: {
          integrator_message:
            'The token or app that registered the endpoint was revoked or has expired. Its owner can keep it.',
        },
      }),
    );
    await publish(1, 2);
    await expect(
      fixture.send(UpdateWebhookEndpoint, { id: endpoint.id, changes: { enabled: true } }, ownerOf(userId)),
    ).rejects.toThrow('Its owner can keep it');
    expect(await statuses(endpoint.id)).toEqual(['DISCARDED']);
  });

  test('resumes once its owner keeps it, and shows what it showed; no app can keep it', async () => {
    const { endpoint } = await hookOfApp('kept');
    await change(2, { revoked: true, name: 'Buddy' });
    await eventually(() =>
      expect(fixture.lastPublished(endpoint.id)?.document.paused).toMatchObject({
        reason: 'GRANT_ENDED',
        by: 'Buddy',
      }),
    );
    const keep = (by: Caller) =>
      fixture.send(KeepPausedInWebhookDispatcher, { kind: 'webhook', id: endpoint.id }, by);
    for (const by of [caller(1), { ...ownerOf(userId), scopes: SCOPES }, ownerOf(userId + 1)]) {
      await expect(keep(by)).rejects.toThrow('Resource not found.');
    }
    await keep(ownerOf(userId));
    await expect(keep(ownerOf(userId))).rejects.toThrow('Resource not found.');
    await change(3, { revoked: true });
    await publish(1, 1);
    await publish(2, 2);
    await eventually(async () => expect(await accountsPublished('kept')).toEqual([String(account(1))]));
    expect((await state(endpoint.id))?.accounts).toEqual([account(1)]);
  });

  test('cannot be created through a grant whose end is already known', async () => {
    await change(2, { revoked: true });
    await eventually(async () =>
      expect(
        await fixture.rows('select 1 from followed_grants where grant_id = $1', [grantId()]),
      ).toHaveLength(1),
    );
    await expect(hookOfApp('too-late')).rejects.toThrow('revoked or has expired');
  });

  test('ends with an expired grant, though no event says so', async () => {
    const { endpoint } = await hookOfApp('expires', new Date(Date.now() + 1500).toISOString());
    await eventually(async () => expect((await state(endpoint.id))?.enabled).toBe(false));
  });

  test('shows less when scopes are removed; deliveries that showed more are not sent', async () => {
    const { endpoint } = await hookOfApp('less');
    await fixture.behave('less', { kind: 'status', status: 503 });
    await publish(1, 1);
    await eventually(async () =>
      expect(
        await fixture.rows('select 1 from deliveries where endpoint_id = $1 and attempts > 0', [endpoint.id]),
      ).toHaveLength(1),
    );
    await change(2, { scopes: ['accounts:read', 'webhooks:write'] });
    await eventually(async () => expect(await statuses(endpoint.id)).toEqual(['DISCARDED']));
    const [{ id: deliveryId } = { id: 0 }] = await fixture.rows<{ id: number }>(
      'select id from deliveries where endpoint_id = $1',
      [endpoint.id],
    );
    await expect(
      fixture.send(
        RedeliverWebhook,
        { endpointId: endpoint.id, deliveryId: Number(deliveryId) },
        ownerOf(userId),
      ),
    ).rejects.toThrow('might read more');

    await fixture.behave('less', { kind: 'ok' });
    await publish(1, 2);
    await eventually(async () => {
      const { deliveries } = await fixture.ledger('less');
      expect(deliveries.filter(({ received }) => received > 0).length).toBeGreaterThan(0);
    });
    const [{ body } = { body: '' }] = await fixture.rows<{ body: string }>(
      `select ${BODY} as body from deliveries d where endpoint_id = $1 order by id desc limit 1`,
      [endpoint.id],
    );
    const { data } = JSON.parse(body) as { data: { transactions: Record<string, unknown>[] } };
    expect(Object.keys(data.transactions[0] ?? {})).toEqual(['id']);
  });

  test('does not show more when scopes are granted later', async () => {
    const { endpoint } = await hookOfApp('blind', null, ['transactions:read', 'webhooks:write']);
    await change(2, { scopes: SCOPES, accountIds: [account(1), account(2)] });
    await taken(2);
    const [row] = await fixture.rows(
      'select granted_scopes as scopes, redact_sensitive as redacted from webhook_endpoints where id = $1',
      [endpoint.id],
    );
    expect(row).toEqual({ scopes: ['transactions:read', 'webhooks:write'], redacted: true });
  });

  test('does not show more because its owner changes it', async () => {
    await fixture.publishAll(
      AccountUpsertedV1,
      [1, 2].map((index) => accountEvent(account(index), 1, {}, userId)),
    );
    const { endpoint } = await hookOfApp('held');
    const owner: Caller = ownerOf(userId);
    const request = (financial_accounts: number[] | null) =>
      fixture.send(UpdateWebhookEndpoint, { id: endpoint.id, changes: { financial_accounts } }, owner);
    await expect(request([account(2)])).rejects.toThrow('The selected financial_accounts.0 is invalid.');
    const { endpoint: updated } = await request(null);
    expect(updated.document.financial_account_ids).toEqual([account(1)]);
  });
});
