import {
  ADMINISTRATION_COMMANDS,
  InstitutionUpsertedV1,
  ListProviderKeys,
  ProviderKeys,
  RemoveProviderKeys,
  SetProviderKeys,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { fake, GatewayUnderTest } from '../../gateway-under-test';
import { administrator, auditTrail } from '../../administrators';

let gateway: GatewayUnderTest;
let admin: { readonly userId: number; readonly token: string };
beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ COMMAND_TIMEOUT_MS: '1500' });
  admin = await administrator(gateway);
});
afterAll(() => gateway.close());

type Fields = Record<string, unknown>;

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await gateway.request<Fields>(`/api/v1/admin${path}`, {
    method,
    token: admin.token,
    body,
  });
  return { status: answer.status, body: answer.body, data: answer.body['data'] as Fields };
};

const OWN = '/services/api-gateway/dead-letters';

/** Messages of which the gateway cannot project the second: its id is missing. */
async function deadLetter(messageId: string, payload: unknown): Promise<number> {
  const value = JSON.stringify({
    id: messageId,
    type: InstitutionUpsertedV1.topic,
    version: 1,
    occurredAt: '2026-03-02T06:10:00.000Z',
    payload,
  });
  const [row] = await gateway.database.query<{ id: number }>(
    `insert into dead_letters (message_id, item, topic, key, value, headers, error, attempts)
     values ($1, -1, $2, '5', $3, '{}', 'ContractViolationError: /', 3) returning id`,
    [messageId, InstitutionUpsertedV1.topic, value],
  );
  return Number(row?.id);
}

it('a service that does not answer is unreachable, and the others are shown', async () => {
  const { showState } = ADMINISTRATION_COMMANDS['rule-engine'];
  const state = {
    trouble: null,
    outbox: 3,
    oldestOutboxS: 12.5,
    deadLetters: 1,
    jobsWaiting: 0,
    jobsFailed: 0,
    groups: [{ group: 'rule-engine', lag: 7, members: 2 }],
  };
  const played = await gateway.playOwner(fake(showState, () => state));
  const { body } = await call('GET', '/services');
  const services = body['data'] as Fields[];
  expect(services.map(({ service, health }) => [service, health])).toEqual([
    ['api-gateway', 'HEALTHY'],
    ['ingestion-sync', 'UNREACHABLE'],
    ['rule-engine', 'HEALTHY'],
    ['transfer-engine', 'UNREACHABLE'],
    ['webhook-dispatcher', 'UNREACHABLE'],
  ]);
  expect(services[2]).toMatchObject({
    outbox: 3,
    dead_letters: 1,
    consumer_groups: [{ group: 'rule-engine', lag: 7, members: 2 }],
  });
  await played.stop();
});

it('sizes name the tables of a service, the largest first', async () => {
  const { data } = await call('GET', '/sizes');
  expect(data['database_bytes']).toBeGreaterThan(1_000_000);
  const [own] = data['services'] as { tables: { name: string; bytes: number }[] }[];
  const tables = own?.tables ?? [];
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['users', 'transactions']));
  expect(tables.map(({ bytes }) => bytes)).toEqual(tables.map(({ bytes }) => bytes).sort((a, b) => b - a));
});

it('a dead letter is listed, shown with its texts masked, replayed, and gone', async () => {
  const id = await deadLetter('good', InstitutionUpsertedV1.sample);
  const listed = await gateway.list(`/admin${OWN}?filter[topic]=${InstitutionUpsertedV1.topic}`, admin.token);
  expect(listed.body.data).toEqual([
    expect.objectContaining({ id: String(id), topic: 'institution.upserted', item: null, attempts: '3' }),
  ]);
  const shown = await call('GET', `${OWN}/${id}`);
  const content = String(shown.data['content']);
  expect(content).toContain('"type": "institution.upserted"');
  expect(content).not.toContain(InstitutionUpsertedV1.sample.document.name);
  const { status, data } = await call('POST', `${OWN}/replay`, { ids: [id] });
  expect([status, data['dead_letters']]).toEqual([202, 1]);
  const { id: request } = data['request'] as { id: string };
  await eventually(async () => {
    const progress = await call('GET', `/services/api-gateway/requests/${request}`);
    expect(progress.data['outcome']).toBe('1 replayed, 0 failed again');
  });
  expect((await call('GET', `${OWN}/${id}`)).status).toBe(404);
  expect(await auditTrail(gateway, admin.token)).toEqual(
    expect.arrayContaining([
      `DEAD_LETTER_SHOWN api-gateway ${id}`,
      `DEAD_LETTERS_REPLAYED api-gateway ${id} 1 dead letters`,
    ]),
  );
});

it('a dead letter that fails again stays, with the new reason, until it is dropped', async () => {
  const id = await deadLetter('bad', { nothing: true });
  const { data } = await call('POST', `${OWN}/replay`, { topic: InstitutionUpsertedV1.topic });
  const { id: request } = data['request'] as { id: string };
  await eventually(async () => {
    const progress = await call('GET', `/services/api-gateway/requests/${request}`);
    expect(progress.data['outcome']).toBe('0 replayed, 1 failed again');
  });
  expect((await call('GET', `${OWN}/${id}`)).data['attempts']).toBe('4');
  expect((await call('POST', `${OWN}/drop`, { all: true })).data).toEqual({ dead_letters: 1 });
  expect((await call('POST', `${OWN}/replay`, { all: true })).data).toEqual({
    dead_letters: 0,
    request: null,
  });
  expect(await auditTrail(gateway, admin.token)).toContain(
    'DEAD_LETTERS_DROPPED api-gateway all 1 dead letters',
  );
});

it('a choice that says nothing, or too much, or names what is not there, is refused', async () => {
  for (const body of [{}, { ids: [1], all: true }, { ids: [] }, { all: false }]) {
    expect((await call('POST', `${OWN}/drop`, body)).status).toBe(422);
  }
  expect((await call('POST', `${OWN}/drop`, { ids: [999_999] })).status).toBe(404);
  expect((await call('GET', `${OWN}/999999`)).status).toBe(404);
  expect((await call('GET', '/services/nobody/dead-letters')).status).toBe(404);
});

it('requests of operators are not shown as an administrator’s', async () => {
  const [row] = await gateway.database.query<{ id: number }>(
    `insert into operator_requests (kind, parameters, ended_at, outcome)
     values ('reset-password', '{}', now(), 'secret') returning id`,
  );
  expect((await call('GET', `/services/api-gateway/requests/${row?.id}`)).status).toBe(404);
});

it('a rebuild of the query model begins once, shows its progress, and can be cancelled', async () => {
  expect((await call('GET', '/query-model/rebuild')).body).toEqual({ data: null });
  const begun = await call('POST', '/query-model/rebuild');
  expect([begun.status, begun.data['state']]).toEqual([202, 'FILLING']);
  expect((begun.data['owners'] as unknown[]).length).toBe(4);
  expect((await call('POST', '/query-model/rebuild')).status).toBe(409);
  expect((await call('DELETE', '/query-model/rebuild')).status).toBe(200);
  expect((await call('GET', '/query-model/rebuild')).data['state']).toBe('CANCELLED');
  expect((await call('DELETE', '/query-model/rebuild')).status).toBe(409);
  const trail = await auditTrail(gateway, admin.token);
  expect(trail.slice(-2).map((line) => line.split(' ')[0])).toEqual([
    'QUERY_MODEL_REBUILD_STARTED',
    'QUERY_MODEL_REBUILD_CANCELLED',
  ]);
});

it('keys of a provider are entered and removed, each in the trail without the keys', async () => {
  const keys: ProviderKeys = {
    provider: 'PROVIDER_A',
    source: 'ENTERED',
    setAt: '2026-03-02T06:10:00.000Z',
    keys: [
      {
        name: 'secret_key',
        label: 'Secret key',
        isSecret: true,
        isLong: false,
        isRequired: true,
        isSet: true,
        lastFour: '1234',
      },
    ],
  };
  const received: unknown[] = [];
  const played = await gateway.playOwner(
    fake(ListProviderKeys, () => ({ providers: [keys] })),
    fake(SetProviderKeys, (payload) => {
      received.push(payload);
      return keys;
    }),
    fake(RemoveProviderKeys, () => ({ ...keys, source: null })),
  );
  const listed = await call('GET', '/providers');
  expect(listed.body['data']).toMatchObject([{ provider: 'PROVIDER_A', source: 'ENTERED' }]);
  const wanted = { keys: { secret_key: 'hidden-1234' } };
  const set = await call('PUT', '/providers/PROVIDER_A', wanted);
  expect([set.status, set.data['source']]).toEqual([200, 'ENTERED']);
  expect(received).toEqual([{ provider: 'PROVIDER_A', ...wanted }]);
  expect((await call('PUT', '/providers/PROVIDER_A', { keys: { secret_key: 5 } })).status).toBe(422);
  expect((await call('PUT', '/providers/PROVIDER_X', wanted)).status).toBe(404);
  expect((await call('DELETE', '/providers/PROVIDER_A')).data['source']).toBeNull();
  const trail = await auditTrail(gateway, admin.token);
  expect(trail).toEqual(
    expect.arrayContaining(['PROVIDER_KEYS_SET PROVIDER_A', 'PROVIDER_KEYS_REMOVED PROVIDER_A']),
  );
  expect(trail.join()).not.toContain('hidden');
  await played.stop();
});
