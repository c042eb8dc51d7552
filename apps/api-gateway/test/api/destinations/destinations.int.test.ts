import { SESSION_COOKIE } from '../../../src/identity/sessions/cookies';
import {
  ChangedDestination,
  CompleteDestinationAuthorization,
  ConnectDestination,
  DeleteDestination,
  DESTINATION_TYPES,
  DestinationType,
  DestinationUpsertedV1,
  EventPayload,
  ofEachDestination,
  Problem,
  RefreshDestination,
  snakeCase,
  StartDestinationAuthorization,
  TransferLinkUpsertedV1,
  UpdateDestination,
} from '@tributary/contracts';
import { Consumption } from '@tributary/messaging';
import { fake, FakeCommand, GatewayUnderTest } from '../../gateway-under-test';
import { beginSession } from '../../../src/identity/sessions/sessions';
import { keyOfState } from '../../../src/identity/setups/browser-return';
import { Visitor } from '@tributary/testing';
import { DESTINATION_KINDS } from '../../../src/api/destinations/destination-kinds';

type DestinationPayload = EventPayload<typeof DestinationUpsertedV1>;

let gateway: GatewayUnderTest;
let userId: number;
let otherId: number;
let token: string;
let owner: Consumption | null = null;

const STATE = 'A'.repeat(43);
const SAMPLES = [DestinationUpsertedV1.sample, ...(DestinationUpsertedV1.furtherSamples ?? [])];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('owner@example.com');
  otherId = await gateway.user('other@example.com');
  token = await gateway.token({ userId });
  for (const sample of SAMPLES) {
    await gateway.publish(DestinationUpsertedV1, sample.connectionId, { ...sample, userId });
    await gateway.publish(DestinationUpsertedV1, sample.connectionId + 1000, shifted(sample, otherId, 1000));
    const { sample: link } = TransferLinkUpsertedV1;
    const target = idOf(sample, 'target');
    const document = { ...link.document, destination_type: sample.destinationType, destination_id: target };
    await gateway.publish(TransferLinkUpsertedV1, 17, { ...link, id: target + 500, userId, document });
  }
});
afterEach(async () => {
  await owner?.stop();
  owner = null;
});
afterAll(() => gateway.close());

async function play(...fakes: FakeCommand[]): Promise<void> {
  owner = await gateway.playOwner(...fakes);
}

function request(method: string, path: string, body?: unknown, by = token) {
  return gateway.request(`/api/v1${path}`, { method, token: by, ...(body === undefined ? {} : { body }) });
}

const KINDS = DESTINATION_TYPES.map((type) => [type, DESTINATION_KINDS[type]] as const);

describe.each(KINDS)('%s', (type, kind) => {
  const { unit, target } = kind;
  const base = `/destinations/${kind.path}`;
  const dashed = (plural: string) => plural.replaceAll('_', '-');
  const ids = () => {
    const sample = sampleOf(type);
    return { connection: sample.connectionId, unit: idOf(sample, 'unit'), target: idOf(sample, 'target') };
  };

  it('connections are listed with everything they contain, down to the links', async () => {
    const include = `${unit.plural}.${target.plural}.transfer_links`;
    const { body } = await gateway.list(`${base}/connections?include=${include}`, token);
    expect(body.data).toMatchObject([
      {
        id: String(ids().connection),
        auth_url: null,
        [unit.plural]: [
          {
            id: String(ids().unit),
            [target.plural]: [
              {
                id: String(ids().target),
                [target.parent]: String(ids().unit),
                transfer_links: [{ id: String(ids().target + 500), destination_type: type }],
              },
            ],
          },
        ],
      },
    ]);
    const bare = await gateway.list(`${base}/connections`, token);
    expect(bare.body.data[0]).not.toHaveProperty(unit.plural);
  });

  it('their resources are listed and shown separately, with their parents', async () => {
    const units = await gateway.list(`${base}/${unit.plural}?include=connection,${target.plural}`, token);
    expect(units.body.data).toMatchObject([
      { id: String(ids().unit), connection: { id: String(ids().connection) }, [target.plural]: [{}] },
    ]);
    const path = `${base}/${dashed(target.plural)}`;
    const include = `include=${unit.name}.connection,transfer_links`;
    const { body } = await gateway.get(`${path}/${ids().target}?${include}`, token);
    expect(body.data).toMatchObject({
      id: String(ids().target),
      [unit.name]: { id: String(ids().unit), connection: { id: String(ids().connection) } },
      transfer_links: [{ id: String(ids().target + 500) }],
    });
    const listed = async (filter: string) =>
      (await gateway.list(`${path}?${filter}`, token)).body.data.length;
    expect(await listed(`filter[${target.parent}]=${ids().unit}`)).toBe(1);
    expect(await listed(`filter[connection_id]=999`)).toBe(0);
    expect(await listed(`filter[name]=nothing of that name`)).toBe(0);
  });

  it('resources of another user or kind are not found', async () => {
    const otherKind = DESTINATION_KINDS[type === 'SHEETS' ? 'BUDGETA' : 'SHEETS'];
    for (const path of [
      `${base}/connections/${ids().connection + 1000}`,
      `${base}/${unit.plural}/${ids().unit + 1000}`,
      `${base}/${dashed(target.plural)}/${ids().target + 1000}`,
      `/destinations/${otherKind.path}/connections/${ids().connection}`,
    ]) {
      const { status, body } = await gateway.get(path, token);
      expect({ path, status, body }).toMatchObject({
        path,
        status: 404,
        body: { message: 'Resource not found.' },
      });
    }
  });

  it('is connected with credentials, which are never shown', async () => {
    await play(
      fake(ConnectDestination, ({ name, credentials }) => {
        expect({ name, type: credentials.type }).toEqual({ name: 'Mine', type });
        expect(JSON.stringify(credentials)).toContain('the-secret');
        return made(type);
      }),
    );
    const { status, body } = await request('POST', `${base}/connections`, {
      name: 'Mine',
      ...CREDENTIALS[type],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      message: 'Destination connection created.',
      data: { name: 'Mine', auth_url: null },
    });
    expect(JSON.stringify(body)).not.toContain('the-secret');
    const id = String((body.data as { id: string }).id);
    expect((await gateway.get(`${base}/connections/${id}`, token)).status).toBe(200);
  });

  it('names missing fields, and what its owner refuses, by field', async () => {
    const nothing = await request('POST', `${base}/connections`, {});
    expect(nothing.status).toBe(422);
    await play(
      fake(ConnectDestination, () => {
        throw Problem.invalid({ password: ['The password is wrong.'] });
      }),
    );
    const refused = await request('POST', `${base}/connections`, CREDENTIALS[type]);
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { password: ['The password is wrong.'] } },
    });
  });

  it('is renamed, disabled and set to carry no balances; what is left out is not sent, and an empty body is refused', async () => {
    const sent: object[] = [];
    await play(
      fake(UpdateDestination, ({ destinationType, connectionId, ...settings }) => {
        expect({ destinationType, connectionId }).toEqual({
          destinationType: type,
          connectionId: ids().connection,
        });
        sent.push(settings);
        return { ...sampleOf(type), userId };
      }),
    );
    const path = `${base}/connections/${ids().connection}`;
    const bodies = [{ name: 'Ours' }, { enabled: false, sync_balances: false }, { enabled: true }];
    for (const body of bodies) {
      const answer = await request('PUT', path, body);
      expect(answer).toMatchObject({
        status: 200,
        body: { message: 'Destination connection updated.', data: { id: String(ids().connection) } },
      });
    }
    expect(sent).toEqual([{ name: 'Ours' }, { enabled: false, syncBalances: false }, { enabled: true }]);
    expect(await request('PUT', path, {})).toMatchObject({
      status: 422,
      body: { errors: { body: ['Name at least one member to change.'] } },
    });
    expect((await request('PUT', path, { enabled: 'maybe' })).status).toBe(422);
  });

  it('is refreshed and deleted by its owner, and the result is readable immediately', async () => {
    await play(
      fake(RefreshDestination, ({ destinationType, connectionId }) => {
        expect({ destinationType, connectionId }).toEqual({
          destinationType: type,
          connectionId: ids().connection,
        });
        return { ...sampleOf(type), userId, resources: sampleOf(type).resources.map(newer) };
      }),
      fake(DeleteDestination, () => ({
        destination: {
          ...sampleOf(type),
          userId,
          resources: sampleOf(type).resources.map((one) => ({ ...newer(newer(one)), deleted: true })),
        },
        links: [],
      })),
    );
    const path = `${base}/connections/${ids().connection}`;
    const refreshed = await request('POST', `${path}/refresh`);
    expect(refreshed).toMatchObject({ status: 200, body: { message: 'Destination connection refreshed.' } });
    const deleted = await request('DELETE', path);
    expect(deleted).toMatchObject({ status: 200, body: { message: 'Destination connection deleted.' } });
    expect((await gateway.get(path, token)).status).toBe(404);
    expect((await gateway.list(`${base}/${unit.plural}`, token)).body.data).toEqual([]);
  });

  it('needs its scopes', async () => {
    const reader = await gateway.token({ userId, scopes: ['destinations:read'] });
    expect((await gateway.list(`${base}/connections`, reader)).status).toBe(200);
    const path = `${base}/${dashed(target.plural)}?include=transfer_links`;
    expect((await gateway.list(path, reader)).status).toBe(403);
    expect((await request('POST', `${base}/connections`, CREDENTIALS[type], reader)).status).toBe(403);
    const other = await gateway.token({ userId, scopes: ['accounts:read'] });
    expect((await gateway.list(`${base}/connections`, other)).status).toBe(403);
  });
});

describe('GET /destinations/kinds', () => {
  it('names what connects each kind', async () => {
    const { body } = await gateway.get('/destinations/kinds', token);
    expect(body.data).toMatchObject([
      {
        type: 'BUDGETA',
        path: 'budgeta',
        by_link: true,
        inputs: [{ name: 'access_token', form: 'token', required: true, beside_link: false }],
        target: { name: 'account', plural: 'accounts', path: 'accounts' },
      },
      {
        type: 'BUDGETB',
        by_link: false,
        inputs: [
          { name: 'server_url', form: 'address' },
          { name: 'password', form: 'secret' },
          { name: 'encryption_password', required: false },
        ],
      },
      {
        type: 'SHEETS',
        inputs: [
          { name: 'service_account_key', beside_link: false },
          { name: 'spreadsheets', form: 'texts', beside_link: true, items_max: 100 },
        ],
      },
      { type: 'WORKSPACE', target: { name: 'data source', path: 'data-sources' } },
    ]);
  });
});

describe('a link where the user grants access', () => {
  const path = '/destinations/budgeta/connections';

  it('is shown once, in the answer to the caller', async () => {
    const link = 'https://budgeta.example/oauth/authorize?state=x';
    await play(
      fake(StartDestinationAuthorization, ({ redirectUrl, callbackUrl, connectionId }) => {
        expect({ redirectUrl, connectionId }).toEqual({
          redirectUrl: 'https://client.example/done',
          connectionId: null,
        });
        expect(callbackUrl).toBe(`${gateway.url}/api/v1${path}/callback`);
        return { destination: begun(), link, stateHash: keyOfState(STATE) };
      }),
    );
    const { status, body } = await request('POST', path, { redirect_url: 'https://client.example/done' });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        data: {
          auth_url: expect.stringMatching(/^http:\/\/[^/]+\/connect\/[\w-]{43}$/) as string,
          budgeta_user_id: null,
        },
      },
    });
    const shown = await gateway.get(`${path}/601`, token);
    expect(shown.body.data).toMatchObject({ id: '601', auth_url: null });
    const listed = await gateway.list(path, token);
    expect(listed.body.data.map(({ id }) => id)).not.toContain('601');
  });

  it('takes the spreadsheets beside it; a key and a link together, or neither, are refused', async () => {
    const sheets = '/destinations/sheets/connections';
    const redirect_url = 'https://client.example/done';
    const spreadsheets = ['sheet-1'];
    await play(
      fake(StartDestinationAuthorization, ({ destinationType, given, callbackUrl }) => {
        expect({ destinationType, given }).toEqual({ destinationType: 'SHEETS', given: { spreadsheets } });
        expect(callbackUrl).toBe(`${gateway.url}/api/v1${sheets}/callback`);
        return {
          destination: made('SHEETS', 603),
          link: 'https://accounts.example',
          stateHash: keyOfState(STATE),
        };
      }),
    );
    expect((await request('POST', sheets, { redirect_url, spreadsheets })).status).toBe(201);
    const both = { redirect_url, spreadsheets, service_account_key: '{}' };
    expect(await request('POST', sheets, both)).toMatchObject({
      status: 422,
      body: { errors: { service_account_key: [expect.stringContaining('either') as string] } },
    });
    expect((await request('POST', sheets, { spreadsheets })).status).toBe(422);
    expect((await request('POST', sheets, { redirect_url })).status).toBe(422);
  });

  it('redirects the user to the client, with the result', async () => {
    await play(
      fake(StartDestinationAuthorization, () => ({
        destination: begun(),
        link: 'https://budgeta.example/oauth/authorize',
        stateHash: keyOfState(STATE),
      })),
      fake(CompleteDestinationAuthorization, ({ state, callback, browserConfirmed }) => {
        expect({ state, callback, browserConfirmed }).toEqual({
          state: STATE,
          callback: { state: STATE, code: 'c' },
          browserConfirmed: true,
        });
        return {
          outcome: 'GIVEN' as const,
          redirectUrl: 'https://client.example/done?a=b',
          destinations: [made('BUDGETA', 602)],
          connectionId: 602,
        };
      }),
    );
    const { body } = await request('POST', path, { redirect_url: 'https://client.example/done' });
    const browser = new Visitor(gateway.url).setCookie(
      SESSION_COOKIE,
      await beginSession(gateway.database, userId),
    );
    await browser.confirm((body as { data: { auth_url: string } }).data.auth_url);
    const { at } = await browser.browse(`/api/v1${path}/callback?state=${STATE}&code=c`);
    expect(at.href).toBe('https://client.example/done?a=b&connection_id=602&outcome=given');
    expect((await gateway.get(`${path}/602`, token)).status).toBe(200);
  });

  it('is not looked up with an impossible state', async () => {
    const answer = await fetch(`${gateway.url}/api/v1${path}/callback?state=short`, { redirect: 'manual' });
    expect(answer.status).toBe(404);
  });

  it('is refused together with a token', async () => {
    const body = { redirect_url: 'https://client.example', access_token: 'x' };
    expect((await request('POST', path, body)).status).toBe(422);
  });
});

/** What the samples in the descriptors say, with a secret that is looked for. */
const CREDENTIALS = ofEachDestination(({ connect, sample }) => {
  const members = Object.entries<unknown>({ ...sample.credentials });
  return Object.fromEntries(
    members.map(([name, value]): [string, unknown] => {
      const isSecret = ['secret', 'token'].includes(connect.credentials[name]?.form ?? '');
      return [snakeCase(name), isSecret ? 'the-secret' : value];
    }),
  );
});

function sampleOf(type: DestinationType): DestinationPayload {
  const sample = SAMPLES.find(({ destinationType }) => destinationType === type);
  if (!sample) throw new Error(`no sample of ${type}`);
  return sample;
}

function idOf(sample: DestinationPayload, level: 'unit' | 'target'): number {
  return sample.resources[level === 'unit' ? 1 : 2]?.id ?? 0;
}

function newer(one: DestinationPayload['resources'][number]): DestinationPayload['resources'][number] {
  return { ...one, version: one.version + 1 };
}

/** The same in another's name, under other ids. */
function shifted(sample: DestinationPayload, by: number, offset: number): DestinationPayload {
  const resources = sample.resources.map((one) => {
    const document = Object.fromEntries(
      Object.entries(one.document).map(([name, value]) => [
        name,
        typeof value === 'number' && name.endsWith('_id') ? value + offset : value,
      ]),
    );
    return { ...one, id: one.id + offset, document } as DestinationPayload['resources'][number];
  });
  return { ...sample, userId: by, connectionId: sample.connectionId + offset, resources };
}

/** A new connection, as its owner answers. */
function made(type: DestinationType, id = 600 + DESTINATION_TYPES.indexOf(type) * 10): ChangedDestination {
  const [connection] = sampleOf(type).resources;
  if (connection?.kind !== 'CONNECTION') throw new Error('no connection');
  const document = { ...connection.document, name: 'Mine' };
  return { userId, connectionId: id, destinationType: type, resources: [{ ...connection, id, document }] };
}

function begun(): ChangedDestination {
  const [connection] = made('BUDGETA', 601).resources;
  if (connection?.kind !== 'CONNECTION') throw new Error('no connection');
  const document = { ...connection.document, budgeta_user_id: null, authorized: false };
  return { ...made('BUDGETA', 601), resources: [{ ...connection, document }] };
}
