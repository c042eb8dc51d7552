import { generateKeyPairSync } from 'node:crypto';
import { PROVIDER_B } from '../../provider-b.subject';
import { ConformanceBench } from '../conformance/conformance-bench';
import { AccountAccess, PresentUser } from '../../../src/providers/provider.port';
import { ProviderB } from '../../../src/providers/provider-b/provider-b';

let bench: ConformanceBench;
beforeAll(async () => {
  bench = await ConformanceBench.start(PROVIDER_B);
});
afterEach(() => bench.calm());
afterAll(() => bench.close());

const behave = (behaviour: object): Promise<unknown> =>
  bench.control('PUT', '/provider-b/behaviour', behaviour);
const keysOf = async (access: AccountAccess): Promise<string[]> => Object.keys(await bench.upserts(access));

describe('an application', () => {
  it('with another application’s key is denied', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const stranger = new ProviderB({
      baseUrl: bench.sandbox.providerBUrl,
      applicationId: bench.sandbox.credentials.providerB.applicationId,
      privateKey,
      dailyCalls: 4,
      connections: 1,
      timeoutMs: 5000,
    });
    const failure = await bench.failureOf(stranger.listInstitutions('CZ'), null);
    expect(failure).toEqual({ kind: 'access_denied' });
    await stranger.close();
  });
});

describe('a consent', () => {
  it('is not completed by the redirect of another one', async () => {
    const mine = await bench.createConsent();
    const other = await bench.createConsent();
    const callback = await bench.visit(other.link);
    expect(await bench.provider.readConsent(mine.consent, callback)).toEqual({ kind: 'waiting' });
  });

  it('is refused if its code was used before', async () => {
    const created = await bench.createConsent();
    const callback = await bench.visit(created.link);
    expect((await bench.provider.readConsent(created.consent, callback)).kind).toBe('given');
    expect(await bench.provider.readConsent(created.consent, callback)).toEqual({ kind: 'refused' });
  });

  it.each(['EXPIRED', 'CLOSED', 'REVOKED'])('whose session is %s has ended', async (status) => {
    const access = await bench.account();
    await bench.control('POST', '/provider-b/sessions/end', { status });
    expect(await bench.provider.readConsent(access.consent, null)).toEqual({ kind: 'ended' });
    const failure = await bench.failureOf(bench.provider.fetchBalances(access), access);
    expect(failure).toEqual({ kind: 'consent_ended' });
  });

  it('under the same login ends the earlier one, and has other ids', async () => {
    const login = async () => {
      const created = await bench.createConsent();
      const callback = await bench.visit(`${created.link}?psu=jana`);
      const state = await bench.provider.readConsent(created.consent, callback);
      if (state.kind !== 'given') throw new Error(state.kind);
      return { accountExternalId: state.accountIds[0] ?? '', consent: state.consent, user: null };
    };
    const [before, after] = [await login(), await login()];
    expect(after.accountExternalId).not.toBe(before.accountExternalId);
    const failure = await bench.failureOf(bench.provider.fetchBalances(before), before);
    expect(failure).toEqual({ kind: 'consent_ended' });
    expect(await bench.provider.fetchBalances(after)).toMatchObject({ allowance: null });
  });
});

describe('transactions', () => {
  it('of banks without references are distinguished by content, whatever the pages', async () => {
    const access = await bench.account();
    const { transactions } = await PROVIDER_B.truth(bench.control);
    await behave({ without_references: true });
    const keys = await keysOf(access);
    expect(keys).toHaveLength(transactions);
    for (const rows_per_page of [1, 2, 7]) {
      await behave({ without_references: true, rows_per_page });
      expect(await keysOf(access)).toEqual(keys);
    }
  });

  it('that appear twice under two keys are stored once', async () => {
    const access = await bench.account();
    const usual = await bench.upserts(access);
    await behave({ rows_per_page: 5, doubled_pages: true });
    expect(await bench.upserts(access)).toEqual(usual);
  });

  it('that never took effect are not stored', async () => {
    const access = await bench.account();
    const usual = (await bench.recent(access)).value;
    await behave({ shows_unfinished: true });
    expect((await bench.recent(access)).value).toEqual(usual);
  });

  it('that are pending are read only if requested', async () => {
    const access = await bench.account();
    const answer = (await bench.control('GET', '/ledger/provider-b?institution=BERKA_1')) as {
      accounts: { id: string }[];
    };
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await bench.control('POST', `/provider-a/accounts/${answer.accounts[0]?.id}/transactions`, {
      pending: [{ valueDate: day, transactionAmount: { amount: '-5.00', currency: 'CZK' } }],
    });
    const booked = (await bench.recent(access)).value.upserts;
    const request = {
      window: bench.recentWindow(),
      cursor: null,
      accountCurrency: null,
      accountCategory: 'BANK' as const,
    };
    const both = await bench.provider.fetchTransactions(access, { ...request, includePending: true });
    expect(both.value.upserts.filter(({ booked }) => !booked)).toMatchObject([
      { strongId: null, document: { amount: '-5.00', booked: false, booking_date: null, value_date: day } },
    ]);
    expect(both.value.upserts).toHaveLength(booked.length + 1);
  });

  it('carry what only this provider’s fields say', async () => {
    const access = await bench.account();
    const { accounts } = (await bench.control('GET', '/ledger/provider-b?institution=BERKA_1')) as {
      accounts: { id: string }[];
    };
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await bench.control('POST', `/provider-a/accounts/${accounts[0]?.id}/transactions`, {
      booked: [
        {
          transactionId: 'debit-1',
          bookingDate: day,
          transactionAmount: { amount: '-31.00', currency: 'CZK' },
          mandateId: 'MND-7',
          additionalInformation: 'Direct debit',
        },
      ],
    });
    const { upserts } = (await bench.recent(access)).value;
    expect(upserts.filter(({ strongId }) => strongId === 'debit-1')).toMatchObject([
      {
        document: {
          additional_information: 'Direct debit',
          external_identifiers: { institution_transaction_id: 'MND-7', mandate_id: 'MND-7' },
        },
      },
    ]);
  });

  it('older than the bank’s history are refused with its first day', async () => {
    const access = await bench.account();
    await behave({ history_days: 30 });
    const failure = await bench.failureOf(bench.recent(access), access);
    const oldest = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    expect(failure).toEqual({ kind: 'window_refused', oldest });
  });

  it('requested with a key of another window must be requested again', async () => {
    const access = await bench.account();
    await behave({ rows_per_page: 1 });
    const { nextCursor: cursor } = (await bench.recent(access)).value;
    const request = {
      includePending: false,
      accountCurrency: null,
      accountCategory: 'BANK' as const,
      cursor,
    };
    const other = bench.provider.fetchTransactions(access, {
      ...request,
      window: { from: '2026-01-01', to: '2026-01-31' },
    });
    expect(await bench.failureOf(other, access)).toEqual({ kind: 'cursor_refused' });
  });
});

describe('a present user', () => {
  const user: PresentUser = { ipAddress: '192.0.2.7', userAgent: 'Browser/1.0' };

  async function accountAt(institutionExternalId: string): Promise<AccountAccess> {
    const created = await bench.provider.createConsent({
      institutionExternalId,
      redirectUrl: 'https://client.example/callback',
      state: crypto.randomUUID(),
      renews: null,
      maxHistoricalDays: 90,
      accessValidForDays: 90,
    });
    const state = await bench.provider.readConsent(created.consent, await bench.visit(created.link));
    if (state.kind !== 'given') throw new Error(state.kind);
    return { accountExternalId: state.accountIds[0] ?? '', consent: state.consent, user: null };
  }

  it('is passed on, and the bank’s allowance is not used', async () => {
    const access = await accountAt('FI:Sandbox Finance');
    await bench.control('PUT', '/provider-b/daily-calls', { limit: 0 });
    try {
      const failure = await bench.failureOf(bench.provider.fetchBalances(access), access);
      expect(failure).toMatchObject({ kind: 'rate_limited', scope: 'resource' });
      expect((await bench.provider.fetchBalances({ ...access, user })).value).toHaveLength(2);
    } finally {
      await bench.control('PUT', '/provider-b/daily-calls', { limit: 1_000_000 });
    }
  });

  it('with too little data for the bank is refused with that reason, so that the call can be made without', async () => {
    const access = await accountAt('FI:Sandbox Finance');
    // This bank requires a user agent, too.
    const partial = { ipAddress: '192.0.2.7' } as PresentUser;
    const failure = await bench.failureOf(bench.provider.fetchBalances({ ...access, user: partial }), access);
    expect(failure).toEqual({ kind: 'user_refused' });
  });
});
