import {
  Caller,
  ChangedDestination,
  CompleteDestinationAuthorization,
  ConnectDestination,
  CreateTransferLinks,
  DeleteDestination,
  DestinationResource,
  DestinationUpsertedV1,
  RefreshDestination,
  StartDestinationAuthorization,
  TransferLinkUpsertedV1,
  UpdateTransferLink,
  ownerOf,
  NO_USER,
} from '@tributary/contracts';
import { traceRequests } from '@tributary/testing';
import {
  ACCOUNT_ID,
  budgetAccountsOf,
  shaped,
  TransferEngineFixture,
  USER,
} from '../transfer-engine.fixture';
import { Destinations } from '../../src/destinations/destinations';

const ANYONE: Caller = NO_USER;
const OTHER: Caller = ownerOf(2);
const CALLBACK = 'https://tributary.example/api/v1/destinations/budgeta/connections/callback';
const REDIRECT = 'https://client.example/done';

let fixture: TransferEngineFixture;

beforeEach(async () => {
  fixture = await TransferEngineFixture.start();
});
afterEach(() => fixture.close());

describe('by credentials', () => {
  test('the connection, its budgets and their accounts are returned and published, and the token is encrypted', async () => {
    const connected = await connect();
    expect(kinds(connected)).toEqual([
      'CONNECTION',
      'BUDGET',
      'BUDGET_ACCOUNT',
      'BUDGET_ACCOUNT',
      'BUDGET_ACCOUNT',
    ]);
    await fixture.idle();
    const published = fixture.of(DestinationUpsertedV1).flatMap(({ resources }) => resources);
    expect(published).toEqual(connected.resources);
    const [row] = await fixture.database.query<{ token: string }>(
      'select token from destination_connections',
    );
    expect(row?.token).not.toContain(fixture.sandbox.credentials.budgeta.token);
    expect(JSON.stringify(published)).not.toContain(fixture.sandbox.credentials.budgeta.token);
  });

  test('the same user again renews the connection and keeps every id', async () => {
    const first = await connect();
    const second = await connect('Another name');
    expect(second.resources.map(({ id }) => id)).toEqual(first.resources.map(({ id }) => id));
    expect(connectionOf(second).document).toMatchObject({ name: 'Another name' });
  });

  test('a wrong token is refused by its field, and nothing is stored', async () => {
    await expect(connect('x', 'wrong')).rejects.toMatchObject({
      detail: { kind: 'invalid', errors: { access_token: ['BUDGETA does not accept the access_token.'] } },
    });
    await expect(connect('x', 'two words')).rejects.toMatchObject({ detail: { kind: 'invalid' } });
    expect(await fixture.database.query('select 1 from destination_connections')).toEqual([]);
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
    const [row] = await fixture.database.query<{ user_id: number }>(
      'select user_id from destination_connections',
    );
    expect(row?.user_id).toBe(USER.userId); // of who began it, whoever brings the state
  });

  test('a state works once: a page that is loaded again shows the same result, without another request', async () => {
    const callback = await granted((await start()).link);
    const first = await complete(callback);
    const before = await fixture.summary();
    expect(await complete(callback)).toMatchObject({ outcome: 'GIVEN', connectionId: first.connectionId });
    expect((await fixture.summary()).requests).toBe(before.requests);
  });

  test('an unknown state, one of another kind, and an expired one are not found', async () => {
    const callback = await granted((await start()).link);
    const notFound = { detail: { kind: 'not_found' } };
    await expect(complete({ ...callback, state: 'x'.repeat(43) })).rejects.toMatchObject(notFound);
    const { state, ...rest } = callback;
    const asOther = {
      destinationType: 'WORKSPACE' as const,
      state: state ?? '',
      callback: rest,
      browserConfirmed: true,
    };
    await expect(fixture.send(CompleteDestinationAuthorization, asOther, ANYONE)).rejects.toMatchObject(
      notFound,
    );
    await fixture.database.execute(
      `update destination_authorizations set expires_at = now() - interval '1 second'`,
    );
    await expect(complete(callback)).rejects.toMatchObject(notFound);
  });

  test('neither the code nor the state of a callback, nor our secret, is in a trace', async () => {
    const traced = await traceRequests();
    try {
      const callback = await granted((await start()).link);
      expect(await complete(callback)).toMatchObject({ outcome: 'GIVEN' });
      const { clientSecret } = fixture.sandbox.credentials.budgeta.application;
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
    const refused = await complete(await granted((await start()).link, '&deny=1'));
    expect(refused).toMatchObject({ outcome: 'REFUSED', connectionId: null, destinations: [] });
    const callback = await granted((await start()).link);
    expect(await complete({ ...callback, code: 'stolen' })).toMatchObject({ outcome: 'REFUSED' });
  });

  test.each([false, undefined])(
    'a browser other than the confirmed one (%s) completes nothing, and no code is exchanged',
    async (browserConfirmed) => {
      const { destination, link } = await start();
      const callback = await granted(link);
      const before = await fixture.summary();
      expect(await completeAs(callback, browserConfirmed)).toMatchObject({
        outcome: 'REFUSED',
        connectionId: null,
      });
      expect(await complete(callback)).toMatchObject({ outcome: 'REFUSED', connectionId: null });
      expect((await fixture.summary()).requests).toBe(before.requests);
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
    expect(await complete(await granted(again.link, '&login=somebody-else'))).toMatchObject({
      outcome: 'CONFLICT',
    });
    expect(await complete(await granted((await start(connectionId)).link))).toMatchObject({
      outcome: 'GIVEN',
    });
  });

  test('only its own user can request a renewal, and only for a web address', async () => {
    const { connectionId } = await connect();
    await expect(start(connectionId, OTHER)).rejects.toMatchObject({ detail: { kind: 'not_found' } });
    await expect(start(connectionId, USER, 'javascript:alert(1)')).rejects.toMatchObject({
      detail: { kind: 'invalid', errors: { redirect_url: [expect.stringContaining('web address')] } },
    });
  });
});

describe('expired access', () => {
  test('is renewed on the first refusal, once for all simultaneous requests', async () => {
    const { connectionId } = await complete(await granted((await start()).link));
    await lever('tokens/expire');
    await Promise.all([refresh(connectionId), refresh(connectionId), refresh(connectionId)]);
    expect(await fixture.summary()).toMatchObject({ refreshes: 1, refreshes_refused: 0 });
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
    await lever('tokens/expire');
    await fixture.shape([shaped(1, [linkId])]);
    await fixture.idle();
    expect((await fixture.ledger()).map(({ amount }) => amount)).toEqual([-1500]);
    expect(await fixture.summary()).toMatchObject({ refreshes: 1 });
    expect(await refresh(connectionId)).toMatchObject({ connectionId });
  });
});

describe('refreshing', () => {
  test('reads new resources, and marks missing ones as deleted', async () => {
    const { connectionId, resources } = await connect();
    const gone = budgetAccountsOf(resources)[0];
    const { externalId } = await targetOf(gone?.id ?? 0);
    await fixture.control('DELETE', `/budgeta/accounts/${externalId}`);
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
    await expect(fixture.send(RefreshDestination, asked, OTHER)).rejects.toMatchObject(NOT_FOUND);
    await expect(fixture.send(DeleteDestination, asked, OTHER)).rejects.toMatchObject(NOT_FOUND);
    await expect(
      fixture.send(RefreshDestination, { ...asked, destinationType: 'SHEETS' }),
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
    await fixture.send(UpdateTransferLink, { transferLinkId: linkId, active: false });
    const { destination, links } = await remove(connected.connectionId);
    expect(destination.resources.every(({ deleted }) => deleted)).toBe(true);
    expect(links).toEqual([expect.objectContaining({ id: linkId, deleted: true })]);
    await fixture.idle();
    expect(fixture.of(TransferLinkUpsertedV1).at(-1)).toMatchObject({ id: linkId, deleted: true });
    const [row] = await fixture.database.query('select token, external_user_id from destination_connections');
    expect(row).toEqual({ token: null, external_user_id: null });
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

function connect(name = 'My budgets', accessToken = fixture.sandbox.credentials.budgeta.token) {
  return fixture.send(ConnectDestination, { name, credentials: { type: 'BUDGETA', accessToken } });
}

function start(connectionId: number | null = null, caller = USER, redirectUrl = REDIRECT) {
  return fixture.send(
    StartDestinationAuthorization,
    { destinationType: 'BUDGETA', connectionId, redirectUrl, callbackUrl: CALLBACK },
    caller,
  );
}

/** The user at the destination's page; gives the query that the browser comes back with. */
async function granted(link: string, more = ''): Promise<Record<string, string>> {
  const answer = await fetch(`${link}${more}`, { redirect: 'manual' });
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
  return fixture.send(CompleteDestinationAuthorization, payload, ANYONE);
}

function refresh(connectionId: number | null) {
  return fixture.send(RefreshDestination, { destinationType: 'BUDGETA', connectionId: connectionId ?? 0 });
}

function remove(connectionId: number) {
  return fixture.send(DeleteDestination, { destinationType: 'BUDGETA', connectionId });
}

async function link(connected: ChangedDestination | undefined): Promise<number> {
  await fixture.account();
  const [target] = budgetAccountsOf(connected?.resources ?? []);
  const { links } = await fixture.send(CreateTransferLinks, {
    links: [
      {
        financialAccountId: ACCOUNT_ID,
        destinationType: 'BUDGETA',
        destinationId: target?.id ?? 0,
        transferStartDate: null,
        active: true,
        syncMode: 'TRANSACTIONS',
        onBookedChange: {},
      },
    ],
  });
  return links[0]?.id ?? 0;
}

function lever(path: string): Promise<void> {
  return fixture.control('POST', `/budgeta/${path}`);
}

function household(deleted: boolean): Promise<void> {
  return fixture.control('PUT', '/budgeta/household', { deleted });
}

async function targetOf(id: number) {
  const [row] = await fixture.database.query<{ externalId: string }>(
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
