import path from 'node:path';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { MAPLE_STREET, type RecordedExchange, type Sandbox, startSandbox } from '@tributary/sandbox';
import { PersonalApiKeyAuth, CommercialApiKeyAuth, Snaptrade } from 'snaptrade-typescript-sdk';
import { requestSignature } from '../../../src/providers/provider-c/client/client';
import { acceptedCalls, OFFICIAL_CALLS } from './official-calls';

const SERVER = '/provider-c';
const PERSONAL = {
  clientId: 'sandbox-personal-client-id',
  consumerKey: 'sandbox-personal-consumer-key',
};

let sandbox: Sandbox;
let trafficDir: string;
beforeAll(async () => {
  trafficDir = mkdtempSync(path.join(tmpdir(), 'traffic-'));
  sandbox = await startSandbox({ trafficDir });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(trafficDir, { recursive: true, force: true });
});

it('PROVIDER_C: its own client is accepted in every call that our connector makes', async () => {
  const { clientId, consumerKey } = sandbox.credentials.providerC;
  const client = new Snaptrade({
    auth: CommercialApiKeyAuth.create({ clientId, consumerKey }),
    basePath: sandbox.providerCUrl,
  });
  const brokerages = await client.referenceData.listAllBrokerages();
  expect(brokerages.data).toContainEqual(expect.objectContaining({ slug: MAPLE_STREET }));

  const registered = await client.authentication.registerSnapTradeUser({ userId: 'official-client' });
  const user = { userId: 'official-client', userSecret: registered.data.userSecret ?? '' };
  const { data: login } = await client.authentication.loginSnapTradeUser({
    ...user,
    broker: MAPLE_STREET,
    connectionType: 'read',
    immediateRedirect: true,
    customRedirect: 'https://client.example/callback',
  });
  if (!('redirectURI' in login)) throw new Error('the login gave no link');
  await fetch(login.redirectURI ?? '', { redirect: 'manual' });

  const { data: connections } = await client.connections.listBrokerageAuthorizations(user);
  const authorizationId = connections[0]?.id ?? '';
  const named = { ...user, authorizationId };
  expect((await client.connections.detailBrokerageAuthorization(named)).data.disabled).toBe(false);
  const { data: accounts } = await client.connections.listBrokerageAuthorizationAccounts(named);
  const one = { ...user, accountId: accounts[0]?.id ?? '' };
  expect((await client.accountInformation.getUserAccountDetails(one)).data.id).toBe(one.accountId);
  expect((await client.accountInformation.getUserAccountBalance(one)).data.length).toBeGreaterThan(0);
  expect((await client.accountInformation.getAllAccountPositions(one)).data.results?.length).toBeGreaterThan(
    0,
  );
  const { data: page } = await client.accountInformation.getAccountActivities({
    ...one,
    startDate: '2000-01-01',
    endDate: '2100-01-01',
    offset: 0,
    limit: 1000,
  });
  expect(page.data?.length).toBeGreaterThan(0);
  await client.authentication.deleteSnapTradeUser({ userId: user.userId });
});

it('PROVIDER_C: so is its client with a personal key, which deletes its connection alone', async () => {
  const client = new Snaptrade({ auth: PersonalApiKeyAuth.create(PERSONAL), basePath: sandbox.providerCUrl });
  const { data: login } = await client.authentication.loginSnapTradeUser({
    broker: MAPLE_STREET,
    connectionType: 'read',
    immediateRedirect: true,
    customRedirect: 'https://client.example/callback',
  });
  if (!('redirectURI' in login)) throw new Error('the login gave no link');
  await fetch(login.redirectURI ?? '', { redirect: 'manual' });
  const { data: connections } = await client.connections.listBrokerageAuthorizations();
  const connectionId = connections[0]?.id ?? '';
  const { data: deleted } = await client.connections.deleteConnection({ connectionId });
  expect(deleted).toMatchObject({ connection_id: connectionId });
});

it('PROVIDER_C: together they make every call of our connector', () =>
  expect(acceptedCalls(sandbox.calls(), SERVER)).toEqual([...(OFFICIAL_CALLS[SERVER] ?? [])].sort()));

it('PROVIDER_C: our signature of each of these requests is the one that its own client sent', () => {
  const exchanges = readdirSync(trafficDir)
    .flatMap((file) => readFileSync(path.join(trafficDir, file), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as RecordedExchange)
    .filter(({ requestHeaders }) => requestHeaders.signature !== undefined);
  expect(exchanges.length).toBeGreaterThanOrEqual(12);
  for (const { url, requestBody, requestHeaders } of exchanges) {
    const [pathname = '', query = ''] = url.slice(SERVER.length).split('?');
    const isPersonal = query.includes(PERSONAL.clientId);
    const { consumerKey } = isPersonal ? PERSONAL : sandbox.credentials.providerC;
    const body = requestBody as object | null;
    expect(requestSignature(consumerKey, { path: pathname, query, body })).toBe(requestHeaders.signature);
  }
});
