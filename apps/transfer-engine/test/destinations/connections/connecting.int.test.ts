import {
  Caller,
  ChangedDestination,
  CompleteDestinationAuthorization,
  ConnectDestination,
  DeleteDestination,
  DestinationResource,
  DestinationUpsertedV1,
  NO_USER,
  RefreshDestination,
  StartDestinationAuthorization,
  TransferLinkUpsertedV1,
} from '@tributary/contracts';
import { traceRequests } from '@tributary/testing';
import { TestUser } from '../../test-user.fixture';
import { budgetAccountsOf, shaped, TransferEngineFixture } from '../../transfer-engine.fixture';
import { Destinations } from '../../../src/destinations/destinations';

const ANYONE: Caller = NO_USER;
const CALLBACK = 'https://tributary.example/api/v1/destinations/budgeta/connections/callback';
const REDIRECT = 'https://client.example/done';

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

describe('by credentials', () => {
  test('the connection, its budgets and their accounts are returned and published, and the token is encrypted', async () => {
    const connected = await connect();
    expect(kinds(connected)).toEqual([
      'CONNECTION',
      'BUDGET',
      'BUDGET_ACCOUNT',
      'BUDGET_ACCOUNT',
      'BUDGET_ACCOUNT',
      ...Array<string>(6).fill('CATEGORY'),
    ]);
    await user.idle();
    const published = user.of(DestinationUpsertedV1).flatMap(({ resources }) => resources);
    expect(published).toEqual(connected.resources);
    const [row] = await stored<{ token: string }>('token');
    const { token } = user.atBudgeta;
    expect(row?.token).not.toContain(token);
    expect(JSON.stringify(published)).not.toContain(token);
  });

  test('the same user again renews the connection and keeps every id', async () => {
    const first = await connect();
    const second = await connect('Another name');
    // Categories are published again only if they changed.
    expect(second.resources.map(({ id }) => id)).toEqual(
      first.resources.flatMap(({ kind, id }) => (kind === 'CATEGORY' ? [] : [id])),
    );
    expect(connectionOf(second).document).toMatchObject({ name: 'Another name' });
  });

  test('a wrong token is refused by its field, and nothing is stored', async () => {
    await expect(connect('x', 'wrong')).rejects.toMatchObject({
      detail: { kind: 'invalid', errors: { access_token: ['BUDGETA does not accept the access_token.'] } },
    });
    await expect(connect('x', 'two words')).rejects.toMatchObject({ detail: { kind: 'invalid' } });
    expect(await stored('id')).toEqual([]);
  });

  test('an unavailable kind is refused', () => {
    expect(() => new Destinations({}).directoryOf('WORKSPACE')).toThrow(
      'WORKSPACE is not set up in this installation.',
    );
  });
});

describe('by a link', () => {
  test('the user grants access, and the waiting connection is complete', async () => {
    const { destination, link } = await start();
    expect(connectionOf(destination).document).toMatchObject({ budgeta_user_id: null, authorized: false });
    const { outcome, redirectUrl, connectionId, destinations } = await complete(await granted(link));
    expect({ outcome, redirectUrl, connectionId }).toEqual({
      outcome: 'GIVEN',
      redirectUrl: REDIRECT,
      connectionId: destination.connectionId,
    });
    expect(kinds(destinations[0])).toContain('BUDGET_ACCOUNT');
    const rows = await user.database.query('select user_id from destination_connections where id = $1', [
      connectionId,
    ]);
    expect(rows).toEqual([{ user_id: user.id }]); // of who began it, whoever brings the state
  });

  test('a state works once: a page that is loaded again shows the same result, without another request', async () => {
    const callback = await granted((await start()).link);
    const first = await complete(callback);
    const before = await user.summary();
    expect(await complete(callback)).toMatchObject({ outcome: 'GIVEN', connectionId: first.connectionId });
    expect((await user.summary()).requests).toBe(before.requests);
  });

  test('an unknown state, one of another kind, and an expired one are not found', async () => {
    const { destination, link } = await start();
    const callback = await granted(link);
    const notFound = { detail: { kind: 'not_found' } };
    await expect(complete({ ...callback, state: 'x'.repeat(43) })).rejects.toMatchObject(notFound);
    const { state, ...rest } = callback;
    const asOther = {
      destinationType: 'WORKSPACE' as const,
      state: state ?? '',
      callback: rest,
      browserConfirmed: true,
    };
    await expect(user.send(CompleteDestinationAuthorization, asOther, ANYONE)).rejects.toMatchObject(
      notFound,
    );
    await user.database.execute(
      `update destination_authorizations set expires_at = now() - interval '1 second'
        where connection_id = ${destination.connectionId}`,
    );
    await expect(complete(callback)).rejects.toMatchObject(notFound);
  });

  test('neither the code nor the state of a callback, nor our secret, is in a trace', async () => {
    const traced = await traceRequests();
    try {
      const callback = await granted((await start()).link);
      expect(await complete(callback)).toMatchObject({ outcome: 'GIVEN' });
      const { clientSecret } = service.sandbox.credentials.budgeta.application;
      const text = traced.text();
      expect(traced.count()).toBeGreaterThan(1);
      expect(traced.queries()).toContain(callback.state);
      for (const secret of [callback.code ?? '', callback.state ?? '', clientSecret])
        expect([secret.length > 3, text.includes(secret)]).toEqual([true, false]);
    } finally {
      await traced.stop();
    }
  });

  test('a user who refuses, and an invalid code, leave only the result', async () => {
    const refused = await complete(await granted((await start()).link, { deny: '1' }));
    expect(refused).toMatchObject({ outcome: 'REFUSED', connectionId: null, destinations: [] });
    const callback = await granted((await start()).link);
    expect(await complete({ ...callback, code: 'stolen' })).toMatchObject({ outcome: 'REFUSED' });
  });

  test.each([false, undefined])(
    'a browser other than the confirmed one (%s) completes nothing, and no code is exchanged',
    async (browserConfirmed) => {
      const { destination, link } = await start();
      const callback = await granted(link);
      const before = await user.summary();
      expect(await completeAs(callback, browserConfirmed)).toMatchObject({
        outcome: 'REFUSED',
        connectionId: null,
      });
      expect(await complete(callback)).toMatchObject({ outcome: 'REFUSED', connectionId: null });
      expect((await user.summary()).requests).toBe(before.requests);
      await expect(refresh(destination.connectionId)).rejects.toMatchObject({ detail: { kind: 'conflict' } });
    },
  );

  test('a renewal that another user granted does not change the access', async () => {
    const { connectionId } = await complete(await granted((await start()).link));
    const again = await granted((await start(connectionId)).link);
    expect(await completeAs(again, false)).toMatchObject({ outcome: 'REFUSED' });
    expect(await refresh(connectionId)).toMatchObject({ connectionId });
  });

  test('a connected user is renewed, and the new connection disappears', async () => {
    const known = await connect();
    const { destination, link } = await start();
    const { connectionId, destinations } = await complete(await granted(link));
    expect(connectionId).toBe(known.connectionId);
    expect(destinations.map((one) => [one.connectionId, connectionOf(one).deleted])).toEqual([
      [known.connectionId, false],
      [destination.connectionId, true],
    ]);
  });

  test('a connection can be renewed only by the same user at the destination', async () => {
    const { connectionId } = await complete(await granted((await start()).link));
    const again = await start(connectionId);
    expect(again.destination.connectionId).toBe(connectionId);
    expect(await complete(await granted(again.link, { login: 'somebody-else' }))).toMatchObject({
      outcome: 'CONFLICT',
    });
    expect(await complete(await granted((await start(connectionId)).link))).toMatchObject({
      outcome: 'GIVEN',
    });
  });

  test('only its own user can request a renewal, and only for a web address', async () => {
    const { connectionId } = await connect();
    const { caller: other } = await TestUser.of(service);
    await expect(start(connectionId, other)).rejects.toMatchObject({ detail: { kind: 'not_found' } });
    await expect(start(connectionId, user.caller, 'javascript:alert(1)')).rejects.toMatchObject({
      detail: { kind: 'invalid', errors: { redirect_url: [expect.stringContaining('web address')] } },
    });
  });
});

describe('expired access', () => {
  test('is renewed on the first refusal, once for all simultaneous requests', async () => {
    const { connectionId } = await complete(await granted((await start()).link));
    const renewed = await renewals();
    await lever('tokens/expire');
    await Promise.all([refresh(connectionId), refresh(connectionId), refresh(connectionId)]);
    expect(await renewed()).toEqual({ made: 1, refused: 0 });
  });

  test('that was revoked says that the user has to connect again', async () => {
    const { connectionId } = await complete(await granted((await start()).link));
    await lever('tokens/revoke');
    await expect(refresh(connectionId)).rejects.toMatchObject({
      detail: { kind: 'conflict', message: 'BUDGETA does not let us in any more. Connect again.' },
    });
  });

  test('transfers continue with renewed access', async () => {
    const { connectionId, destinations } = await complete(await granted((await start()).link));
    const linkId = await link(destinations[0]);
    const renewed = await renewals();
    await lever('tokens/expire');
    await user.shape([shaped(1, [linkId])]);
    await user.idle();
    expect((await user.ledger()).map(({ amount }) => amount)).toEqual([-1500]);
    expect(await renewed()).toMatchObject({ made: 1 });
    expect(await refresh(connectionId)).toMatchObject({ connectionId });
  });
});

describe('refreshing', () => {
  test('reads new resources, and marks missing ones as deleted', async () => {
    const { connectionId, resources } = await connect();
    const gone = budgetAccountsOf(resources)[0];
    const { externalId } = await targetOf(gone?.id ?? 0);
    await service.control('DELETE', `/budgeta/accounts/${externalId}`);
    const after = await refresh(connectionId);
    expect(after.resources.filter(({ deleted }) => deleted).map(({ id }) => id)).toEqual([gone?.id]);
    await household(true);
    const nothing = await refresh(connectionId);
    expect(nothing.resources.filter(({ deleted }) => !deleted).map(({ kind }) => kind)).toEqual([
      'CONNECTION',
    ]);
    await household(false);
    expect(budgetAccountsOf((await refresh(connectionId)).resources)).toHaveLength(2);
  });

  test('a connection of another user or kind, or an unfinished one, cannot be refreshed', async () => {
    const { connectionId } = await connect();
    const asked = { destinationType: 'BUDGETA', connectionId } as const;
    const { caller: other } = await TestUser.of(service);
    await expect(user.send(RefreshDestination, asked, other)).rejects.toMatchObject(NOT_FOUND);
    await expect(user.send(DeleteDestination, asked, other)).rejects.toMatchObject(NOT_FOUND);
    await expect(
      user.send(RefreshDestination, { ...asked, destinationType: 'SHEETS' }),
    ).rejects.toMatchObject(NOT_FOUND);
    const { destination } = await start();
    await expect(refresh(destination.connectionId)).rejects.toMatchObject({ detail: { kind: 'conflict' } });
  });
});

describe('deleting', () => {
  test('is refused while an active link points there; a paused one is deleted with it', async () => {
    const connected = await connect();
    const linkId = await link(connected);
    await expect(remove(connected.connectionId)).rejects.toMatchObject({
      detail: { kind: 'conflict', message: expect.stringContaining('active transfer link') as string },
    });
    await user.changeLink({ transfer_link_id: linkId, active: false });
    const { destination, links } = await remove(connected.connectionId);
    expect(destination.resources.every(({ deleted }) => deleted)).toBe(true);
    expect(links).toEqual([expect.objectContaining({ id: linkId, deleted: true })]);
    await user.idle();
    expect(user.of(TransferLinkUpsertedV1).at(-1)).toMatchObject({ id: linkId, deleted: true });
    expect(await stored('token, external_user_id')).toEqual([{ token: null, external_user_id: null }]);
  });

  test('a deleted connection is not found, and the same user connects again', async () => {
    const { connectionId } = await connect();
    await remove(connectionId);
    await expect(remove(connectionId)).rejects.toMatchObject(NOT_FOUND);
    await expect(refresh(connectionId)).rejects.toMatchObject(NOT_FOUND);
    expect((await connect()).connectionId).not.toBe(connectionId);
  });
});

const NOT_FOUND = { detail: { kind: 'not_found' } };

function connect(name = 'My budgets', accessToken = user.atBudgeta.token) {
  return user.send(ConnectDestination, { name, credentials: { type: 'BUDGETA', accessToken } });
}

function start(connectionId: number | null = null, caller = user.caller, redirectUrl = REDIRECT) {
  return user.send(
    StartDestinationAuthorization,
    { destinationType: 'BUDGETA', connectionId, redirectUrl, callbackUrl: CALLBACK },
    caller,
  );
}

/** The user at the destination's page; gives the query that the browser comes back with. */
async function granted(link: string, more: Record<string, string> = {}): Promise<Record<string, string>> {
  const page = new URL(link);
  const query = { login: user.atBudgeta.login, ...more };
  for (const [name, value] of Object.entries(query)) page.searchParams.set(name, value);
  const answer = await fetch(page, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.href.startsWith(CALLBACK)).toBe(true);
  return Object.fromEntries(back.searchParams);
}

function complete(callback: Record<string, string>) {
  return completeAs(callback, true);
}

function completeAs(callback: Record<string, string>, browserConfirmed: boolean | undefined) {
  const { state = '', ...rest } = callback;
  const payload = { destinationType: 'BUDGETA' as const, state, callback: rest, browserConfirmed };
  return user.send(CompleteDestinationAuthorization, payload, ANYONE);
}

function refresh(connectionId: number | null) {
  return user.send(RefreshDestination, { destinationType: 'BUDGETA', connectionId: connectionId ?? 0 });
}

function remove(connectionId: number) {
  return user.send(DeleteDestination, { destinationType: 'BUDGETA', connectionId });
}

async function link(connected: ChangedDestination | undefined): Promise<number> {
  await user.account();
  const [target] = budgetAccountsOf(connected?.resources ?? []);
  const { id } = await user.createLink({
    financial_account_id: user.accountId,
    destination_type: 'BUDGETA',
    destination_id: target?.id ?? 0,
    transfer_start_date: null,
    active: true,
    sync_mode: 'TRANSACTIONS',
    on_booked_change: {},
  });
  return id;
}

/** How often access to BUDGETA was renewed since, whoever's it is. */
async function renewals() {
  const before = await service.summary();
  return async () => {
    const { refreshes = 0, refreshes_refused: refused = 0 } = await service.summary();
    return {
      made: refreshes - (before.refreshes ?? 0),
      refused: refused - (before.refreshes_refused ?? 0),
    };
  };
}

/** The user's connections. */
function stored<Row extends object>(columns: string): Promise<Row[]> {
  return user.database.query<Row>(`select ${columns} from destination_connections where user_id = $1`, [
    user.id,
  ]);
}

function lever(path: string): Promise<void> {
  return service.control('POST', `/budgeta/${path}`);
}

function household(deleted: boolean): Promise<void> {
  return service.control('PUT', `/budgeta/household?login=${user.atBudgeta.login}`, { deleted });
}

async function targetOf(id: number) {
  const [row] = await user.database.query<{ externalId: string }>(
    'select external_id as "externalId" from destination_targets where id = $1',
    [id],
  );
  return row ?? { externalId: '' };
}

function kinds(destination: ChangedDestination | undefined) {
  return destination?.resources.map(({ kind }) => kind);
}

function connectionOf(destination: ChangedDestination | undefined) {
  const found = destination?.resources.find(({ kind }) => kind === 'CONNECTION');
  return found as Extract<DestinationResource, { kind: 'CONNECTION' }>;
}
