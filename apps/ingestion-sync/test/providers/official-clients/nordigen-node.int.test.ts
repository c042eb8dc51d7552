import { type Sandbox, startSandbox } from '@tributary/sandbox';
import NordigenClient from 'nordigen-node';
import { acceptedCalls, OFFICIAL_CALLS } from './official-calls';

const SERVER = '/provider-a/api/v2';
const INSTITUTION = 'BERKA_1';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ accounts: 3 });
});
afterAll(() => sandbox.close());

it('PROVIDER_A: its own client is accepted in every call that our connector makes', async () => {
  const { secretId, secretKey } = sandbox.credentials.providerA;
  const client = new NordigenClient({ secretId, secretKey, baseUrl: sandbox.providerAUrl });
  await client.generateToken();
  expect(await client.institution.getInstitutions({ country: 'CZ' })).toContainEqual(
    expect.objectContaining({ id: 'BERKA' }),
  );
  expect(await client.institution.getInstitutionById(INSTITUTION)).toMatchObject({ id: INSTITUTION });

  const begun = await client.initSession({
    redirectUrl: 'https://client.example/callback',
    institutionId: INSTITUTION,
    maxHistoricalDays: 730,
    accessValidForDays: 90,
    referenceId: crypto.randomUUID(),
  });
  expect(await client.agreement.getAgreementById(begun.agreement)).toMatchObject({
    institution_id: INSTITUTION,
  });
  await fetch(begun.link, { redirect: 'manual' }); // the user consents
  const { status, accounts } = await client.requisition.getRequisitionById(begun.id);
  expect(status).toBe('LN');

  const account = client.account(accounts[0] ?? '');
  expect(await account.getMetadata()).toMatchObject({ status: 'READY' });
  expect(await account.getDetails()).toMatchObject({ account: { currency: 'CZK' } });
  expect((await account.getBalances()).balances.length).toBeGreaterThan(0);
  const yearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
  const { transactions } = await account.getTransactions({ dateFrom: yearAgo });
  expect(transactions.booked.length).toBeGreaterThan(0);
  expect(transactions.booked[0]).toMatchObject({
    balanceAfterTransaction: { amount: expect.any(String) as string, currency: 'CZK' },
  });
  await client.requisition.deleteRequisition(begun.id);

  expect(acceptedCalls(sandbox.calls(), SERVER)).toEqual([...(OFFICIAL_CALLS[SERVER] ?? [])].sort());
});
