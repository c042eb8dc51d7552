import { eventually } from '@tributary/testing';
import { findAppByClientId } from '../../../src/identity/authorizations/oauth-apps.store';
import { issueManagedToken } from '../../../src/identity/oauth/managed-users';
import { GatewayUnderTest } from '../../gateway-under-test';
import { registerApp } from '../../registered-app';
import { EventReader } from './event-reader';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ STREAMS_PER_USER_MAX: '2', STREAMS_PER_OWNER_MAX: '3' });
});
afterAll(() => gateway.close());

const listen = (token: string) => EventReader.open(gateway.url, { authorization: `Bearer ${token}` });

/** Tokens of so many users whom an app of the owner manages. */
async function managedTokens(ownerId: number, names: readonly string[]): Promise<string[]> {
  const scopes = ['accounts:read', 'transactions:read'] as const;
  const { clientId } = await registerApp(
    gateway.database,
    { userId: ownerId },
    {
      name: 'Manager',
      homepage: null,
      redirectUris: ['https://client.example/back'],
      scopes,
      confidential: true,
      managesUsers: true,
    },
  );
  const app = await findAppByClientId(gateway.database, clientId);
  if (!app) throw new Error('the app that was just registered is gone');
  return Promise.all(
    names.map(async (name) => (await issueManagedToken(gateway.database, app, name, scopes)).token),
  );
}

it('the streams of all users of one owner’s apps have one share, beside which others have theirs', async () => {
  const ownerId = await gateway.user('owner@example.com');
  const ofApps = [
    ...(await managedTokens(ownerId, ['a', 'b'])),
    ...(await managedTokens(ownerId, ['c', 'd'])),
  ];
  const readers = await Promise.all(ofApps.slice(0, 3).map(listen));
  await expect(listen(ofApps[3] ?? '')).rejects.toThrow('429');
  await expect(listen(await gateway.token({ userId: ownerId }))).rejects.toThrow('429');
  const other = await listen(await gateway.token({ userId: await gateway.user('other@example.com') }));
  readers.shift()?.close();
  await eventually(async () => readers.push(await listen(ofApps[3] ?? '')));
  for (const reader of [...readers, other]) reader.close();
});
