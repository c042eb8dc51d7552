import { Caller, ConnectDestination, ownerOf, StartDestinationAuthorization } from '@tributary/contracts';
import { grantAccess } from '../granted-access';
import { TransferEngineFixture } from '../../transfer-engine.fixture';

let fixture: TransferEngineFixture;
/** Each test's own. */
let caller: Caller = ownerOf(1);

beforeAll(async () => {
  fixture = await TransferEngineFixture.start();
});
afterAll(() => fixture.close());
beforeEach(() => {
  caller = ownerOf(caller.userId + 1);
});

const connections = () =>
  fixture.database.query<{ id: number; external_user_id: string | null; facts: object }>(
    'select id, external_user_id, facts from destination_connections where user_id = $1 and not deleted order by id',
    [caller.userId],
  );

describe('SHEETS by the user’s own account', () => {
  let spreadsheets: string[];

  beforeEach(async () => {
    const made = await fixture.control<{ spreadsheet_id: string }>('POST', '/sheets/spreadsheets', {
      title: 'Mine',
      shared: false,
    });
    spreadsheets = [made.spreadsheet_id];
  });

  const grant = (options: Parameters<typeof grantAccess>[2] = {}) =>
    grantAccess(fixture, 'SHEETS', { caller, given: { spreadsheets }, ...options });

  it('opens the spreadsheets that were named, though no service account may read them, and says whose account it is', async () => {
    const { outcome, destinations, asked } = await grant();
    expect(outcome).toBe('GIVEN');
    expect(destinations[0]?.resources).toMatchObject([
      { kind: 'CONNECTION', document: { account_email: 'household@gmail.example', authorized: true } },
      { kind: 'SPREADSHEET', document: { name: 'Mine', sheets_id: spreadsheets[0] } },
      { kind: 'SHEET' },
    ]);
    expect(Object.fromEntries(asked)).toMatchObject({
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
      scope: expect.stringContaining('auth/spreadsheets') as string,
    });
  });

  it('the same account again renews the connection, with the spreadsheets that are named then', async () => {
    const first = await grant();
    const other = await fixture.control<{ spreadsheet_id: string }>('POST', '/sheets/spreadsheets', {
      title: 'Other',
    });
    const second = await grant({ given: { spreadsheets: [other.spreadsheet_id] } });
    expect(second.connectionId).toBe(first.connectionId);
    const names = second.destinations[0]?.resources.flatMap((one) =>
      one.kind === 'SPREADSHEET' && !one.deleted ? [one.document.name] : [],
    );
    expect(names).toEqual(['Other']);
  });

  it('a renewal of the connection keeps its spreadsheets; another account does not get it', async () => {
    const { connectionId } = await grant();
    const renewed = await grant({ connectionId: connectionId ?? 0, given: undefined });
    expect(renewed).toMatchObject({ outcome: 'GIVEN', connectionId });
    expect(renewed.destinations[0]?.resources.filter(({ deleted }) => deleted)).toEqual([]);
    const stranger = await grant({
      connectionId: connectionId ?? 0,
      given: undefined,
      query: { login: 'stranger' },
    });
    expect(stranger.outcome).toBe('CONFLICT');
  });

  it('a second consent that brings no refresh token keeps the one that the connection has', async () => {
    const { connectionId } = await grant();
    const again = { connectionId: connectionId ?? 0, given: undefined, query: { prompt: 'none' } };
    expect((await grant(again)).outcome).toBe('GIVEN');
    await fixture.control('POST', '/sheets/tokens/expire');
    expect((await grant({ query: { prompt: 'none', login: 'new' } })).outcome).toBe('GIVEN');
    expect((await grant({ query: { prompt: 'none', login: 'new', access_type: 'online' } })).outcome).toBe(
      'REFUSED',
    );
  });

  it('a user who leaves out the spreadsheets on Google’s page has granted nothing', async () => {
    expect((await grant({ query: { without: 'spreadsheets' } })).outcome).toBe('REFUSED');
    expect(await connections()).toMatchObject([{ external_user_id: null }]);
  });

  it('spreadsheets are named before the user is sent away', async () => {
    for (const given of [undefined, {}, { spreadsheets: [] }, { spreadsheets: ['not one'] }]) {
      const asked = {
        destinationType: 'SHEETS' as const,
        connectionId: null,
        redirectUrl: 'https://client.example/done',
        callbackUrl: 'https://tributary.example/callback',
        ...(given ? { given } : {}),
      };
      await expect(fixture.send(StartDestinationAuthorization, asked, caller)).rejects.toMatchObject({
        detail: { kind: 'invalid', errors: { spreadsheets: [expect.any(String)] } },
      });
    }
    expect(await connections()).toEqual([]);
  });
});

describe('WORKSPACE by the user’s own account', () => {
  const grant = (options: Parameters<typeof grantAccess>[2] = {}) =>
    grantAccess(fixture, 'WORKSPACE', { caller, ...options });

  it('opens what the user shared; the same user again renews the connection', async () => {
    const first = await grant();
    expect(first.outcome).toBe('GIVEN');
    expect(Object.fromEntries(first.asked)).toMatchObject({ owner: 'user' });
    expect(first.asked.has('code_challenge')).toBe(false);
    expect(first.destinations[0]?.resources).toMatchObject([
      { kind: 'CONNECTION', document: { workspace_name: 'Household', authorized: true } },
      { kind: 'DATABASE' },
      { kind: 'DATA_SOURCE' },
    ]);
    expect(await grant()).toMatchObject({ outcome: 'GIVEN', connectionId: first.connectionId });
    const other = await grant({ query: { login: 'other' } });
    expect(other.connectionId).not.toBe(first.connectionId);
  });

  it('is a connection beside that of an internal integration’s secret', async () => {
    const { connectionId } = await grant();
    const accessToken = fixture.sandbox.credentials.workspace.token;
    const credentials = { type: 'WORKSPACE' as const, accessToken };
    const byKey = await fixture.send(ConnectDestination, { credentials }, caller);
    expect(byKey.connectionId).not.toBe(connectionId);
    expect(await connections()).toHaveLength(2);
  });

  it('a user who refuses has granted nothing', async () => {
    expect((await grant({ query: { deny: '1' } })).outcome).toBe('REFUSED');
  });
});

it('neither a code nor a refresh token is kept unsealed', async () => {
  await grantAccess(fixture, 'WORKSPACE', { caller });
  await grantAccess(fixture, 'SHEETS', { caller, given: { spreadsheets: ['1'.repeat(44)] } });
  const rows = await fixture.database.query<{ token: string }>(
    'select token from destination_connections where user_id = $1',
    [caller.userId],
  );
  expect(rows).toHaveLength(2);
  for (const { token } of rows) expect(token).toMatch(/^v1\./);
});
