import { callControl, FERRY_LANE, type Sandbox, startSandbox } from '@tributary/sandbox';
import { ProviderC } from '../../../src/providers/provider-c/provider-c';

const REQUEST = {
  institutionExternalId: FERRY_LANE,
  redirectUrl: 'https://client.example/callback?from=app',
  maxHistoricalDays: 365,
  accessValidForDays: 90,
  renews: null,
};

let sandbox: Sandbox;
let provider: ProviderC;
beforeAll(async () => {
  sandbox = await startSandbox();
  provider = new ProviderC({
    baseUrl: `${sandbox.providerCUrl}/api/v1`,
    clientId: 'sandbox-personal-client-id',
    consumerKey: 'sandbox-personal-consumer-key',
    keyKind: 'personal',
    connections: 2,
    timeoutMs: 5000,
  });
});
afterAll(async () => {
  await provider.close();
  await sandbox.close();
});

async function visit(link: string): Promise<Record<string, string>> {
  const { headers } = await fetch(link, { redirect: 'manual' });
  return Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
}

it('a personal key, under the older path, connects without registering a user', async () => {
  const { consent, link } = await provider.createConsent({ ...REQUEST, state: 's-1' });
  expect(consent.secret).toBeNull();
  expect(await provider.readConsent(consent, null)).toEqual({ kind: 'waiting' });
  const callback = await visit(link);
  expect(callback).toMatchObject({ from: 'app', state: 's-1', status: 'SUCCESS' });
  // Its owner may have connected other brokers; only the portal's response identifies the right one.
  expect(await provider.readConsent(consent, null)).toEqual({ kind: 'waiting' });
  const given = await provider.readConsent(consent, callback);
  if (given.kind !== 'given') throw new Error(given.kind);
  const access = { accountExternalId: given.accountIds[0] ?? '', consent: given.consent, user: null };
  const { value, allowance } = await provider.fetchBalances(access);
  expect(value.length).toBeGreaterThan(0);
  expect(allowance).toMatchObject({ limit: 10 });

  const renewed = await provider.createConsent({ ...REQUEST, state: 's-2', renews: given.consent });
  expect(renewed.consent).toEqual(given.consent);
  // A 404 for the path, as after its renaming: the connection still exists, so it does not count as deleted.
  await callControl(sandbox, 'POST', '/faults', {
    target: 'provider-c',
    kind: 'status',
    status: 404,
    path: '^DELETE ',
  });
  await expect(provider.revokeConsent(given.consent)).rejects.toMatchObject({
    failure: { kind: 'not_found' },
  });
  await provider.revokeConsent(given.consent);
  await provider.revokeConsent(given.consent);
  expect(await provider.readConsent(given.consent, null)).toEqual({ kind: 'waiting' });
});
