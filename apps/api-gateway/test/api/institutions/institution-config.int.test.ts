import {
  AccountUpsertedV1,
  DEFAULT_ACCOUNT_CONFIG,
  InstitutionUpsertedV1,
  ShowInstitutionConfig,
  UpdateInstitutionConfig,
} from '@tributary/contracts';
import { fake, GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, institutionOf } from '../../samples';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
const asked: unknown[] = [];
const CONFIG = { ...DEFAULT_ACCOUNT_CONFIG, sync_frequency_in_minutes: 120 };

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('owner@example.com');
  token = await gateway.token({ userId });
  await gateway.publish(InstitutionUpsertedV1, 2, institutionOf(2));
  await gateway.publish(AccountUpsertedV1, 17, accountOf(userId, 17));
  await gateway.playOwner(
    fake(ShowInstitutionConfig, () => ({ config: CONFIG })),
    fake(UpdateInstitutionConfig, (payload) => {
      asked.push(payload);
      const account = { ...accountOf(userId, 17), version: 1000 };
      return {
        config: CONFIG,
        accounts: [{ ...account, document: { ...account.document, config: CONFIG } }],
      };
    }),
  );
});
afterAll(() => gateway.close());

const PATH = '/api/v1/finance/institutions/2/config';
const send = (method: string, body?: unknown, by = token) =>
  gateway.request(PATH, { method, token: by, body });

it('is shown, changed member by member, and taken back; accounts show what applies to them at once', async () => {
  expect((await send('GET')).body).toMatchObject({ data: { sync_frequency_in_minutes: 120 } });
  const changed = await send('PUT', { config: { sync_frequency_in_minutes: 120 } });
  expect(changed).toMatchObject({
    status: 200,
    body: { message: 'Institution configuration updated.', data: { sync_frequency_in_minutes: 120 } },
  });
  expect((await send('DELETE')).body).toMatchObject({ message: 'Institution configuration deleted.' });
  expect(asked).toEqual([
    { institutionId: 2, config: { sync_frequency_in_minutes: 120 } },
    { institutionId: 2, config: null },
  ]);
  const { body } = await gateway.get('/finance/accounts/17', token);
  expect(body.data).toMatchObject({ config: { sync_frequency_in_minutes: 120 } });
});

it('is not for tokens of single accounts, and takes no member that an account has not', async () => {
  const restricted = await gateway.token({ userId, accountIds: [17] });
  expect((await send('PUT', { config: {} }, restricted)).status).toBe(409);
  const reading = await gateway.token({ userId, scopes: ['accounts:read'] });
  expect((await send('PUT', { config: {} }, reading)).status).toBe(403);
  const refused = await send('PUT', { config: { colour: 'red' } });
  expect(refused).toMatchObject({ status: 422, body: { errors: { 'config.colour': [expect.any(String)] } } });
});
