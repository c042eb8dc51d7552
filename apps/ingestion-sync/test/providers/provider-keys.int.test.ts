import { ListProviderKeys, RemoveProviderKeys, SetProviderKeys } from '@tributary/contracts';
import { Sandbox } from '@tributary/sandbox';
import { EnvironmentReader } from '@tributary/service';
import { eventually } from '@tributary/testing';
import { IngestionFixture } from '../ingestion.fixture';

let fixture: IngestionFixture;
afterEach(() => fixture.close());

/** Returns settings with the sandbox's address only; keys are accepted when the sandbox knows them. */
function withoutKeys(sandbox: Sandbox) {
  return {
    providers: { PROVIDER_A: null },
    environment: new EnvironmentReader({ PROVIDER_A_BASE_URL: sandbox.providerAUrl }),
  };
}

function keysOf({ sandbox }: IngestionFixture) {
  const { secretId, secretKey } = sandbox.credentials.providerA;
  return { secret_id: secretId, secret_key: secretKey };
}

const lastFour = (name: 'secret_id' | 'secret_key') => keysOf(fixture)[name].slice(-4);
const listed = async () => (await fixture.send(ListProviderKeys, {})).providers[0];

it('entered keys are checked with a call, in force without a restart on every instance, and sealed', async () => {
  fixture = await IngestionFixture.start({}, withoutKeys);
  await fixture.startInstance();
  expect(await listed()).toMatchObject({ provider: 'PROVIDER_A', source: null, setAt: null });
  await expect(fixture.create('BERKA_1')).rejects.toThrow('not configured');
  const answer = await fixture.send(SetProviderKeys, { provider: 'PROVIDER_A', keys: keysOf(fixture) });
  expect(answer).toMatchObject({
    source: 'ENTERED',
    keys: [
      { name: 'secret_id', isSecret: false, isSet: true, lastFour: lastFour('secret_id') },
      { name: 'secret_key', isSecret: true, isSet: true, lastFour: lastFour('secret_key') },
    ],
  });
  await eventually(async () => expect((await fixture.create('BERKA_1')).connection.id).toBeGreaterThan(0));
  const { secret_key } = keysOf(fixture);
  const [row] = await fixture.rows<{ text: string }>('select k::text as text from provider_keys k');
  expect(row?.text).not.toContain(secret_key);
  const kept = await fixture.rows<{ text: string }>('select c::text as text from processed_commands c');
  for (const { text } of kept) expect(text).not.toContain(secret_key);
});

it('keys that the provider refuses are not kept, and the present ones stay in force', async () => {
  fixture = await IngestionFixture.start({}, withoutKeys);
  await fixture.send(SetProviderKeys, { provider: 'PROVIDER_A', keys: keysOf(fixture) });
  const wrong = { provider: 'PROVIDER_A', keys: { secret_key: 'wrong-secret-key!' } } as const;
  await expect(fixture.send(SetProviderKeys, wrong)).rejects.toThrow('does not accept these keys');
  expect((await listed())?.keys[1]).toMatchObject({ lastFour: lastFour('secret_key') });
  expect((await fixture.create('BERKA_1')).connection.id).toBeGreaterThan(0);
});

it('keys that are missing, unknown or of another form are refused without a call', async () => {
  fixture = await IngestionFixture.start({}, withoutKeys);
  const set = (provider: 'PROVIDER_A' | 'PROVIDER_B', keys: Record<string, string>) =>
    fixture.send(SetProviderKeys, { provider, keys });
  await expect(set('PROVIDER_A', { secret_id: 'one' })).rejects.toThrow('Secret key is missing');
  await expect(set('PROVIDER_A', { ...keysOf(fixture), more: 'x' })).rejects.toThrow('has no key more');
  await expect(set('PROVIDER_B', { application_id: 'x', private_key: 'no PEM' })).rejects.toThrow(
    'Private key (PEM) must be an RSA private key',
  );
  expect(await fixture.rows('select 1 from provider_keys')).toEqual([]);
});

it('an unreachable provider is said to be unreachable, and nothing is kept', async () => {
  fixture = await IngestionFixture.start({}, () => ({
    providers: { PROVIDER_A: null },
    environment: new EnvironmentReader({ PROVIDER_A_BASE_URL: 'http://127.0.0.1:9/' }),
  }));
  await expect(
    fixture.send(SetProviderKeys, { provider: 'PROVIDER_A', keys: keysOf(fixture) }),
  ).rejects.toThrow('cannot be used at the moment');
  expect(await fixture.rows('select 1 from provider_keys')).toEqual([]);
});

it('removed keys stop counting: those of the settings are used again, or none', async () => {
  fixture = await IngestionFixture.start();
  expect(await listed()).toMatchObject({ source: 'SETTINGS' });
  await fixture.rows(
    `insert into provider_keys (provider, keys_sealed, last_four) values ('PROVIDER_A', 'broken', '{}')`,
  );
  expect(await fixture.send(RemoveProviderKeys, { provider: 'PROVIDER_A' })).toMatchObject({
    source: 'SETTINGS',
    keys: [{ isSet: true }, { isSet: true }],
  });
  await expect(fixture.send(RemoveProviderKeys, { provider: 'PROVIDER_A' })).rejects.toThrow('not found');
  expect((await fixture.create('BERKA_1')).connection.id).toBeGreaterThan(0);
});
