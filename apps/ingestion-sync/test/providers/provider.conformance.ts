import { inspect } from 'node:util';
import { addDecimals, compareDecimals } from '@tributary/money';
import { SetupTokenRefused } from '../../src/providers/provider.errors';
import { ConformanceBench, HISTORY_DAYS } from './conformance/conformance-bench';
import { ConformanceSubject, ConformanceTokens } from './conformance/conformance-subject';
import { describeBadRows } from './conformance/bad-rows.conformance';
import { describeHostileServers } from './conformance/hostile-servers.conformance';
import { describePaging } from './conformance/paging.conformance';
import { describeRefusals } from './conformance/refusals.conformance';

/**
 * The requirements for every connector, whatever its wire format; run against the sandbox's part for it.
 *
 * A new connector needs
 * - a part of the sandbox with faults under its own `target`, and a way to read the bank's data;
 * - `<name>.conformance.int.test.ts` beside it, which describes the two as a ConformanceSubject and calls
 * `describeConformance(subject)`;
 * - for a format with pages, `PUT /_control/<target>/behaviour` (see ConformancePaging).
 */
export function describeConformance(subject: ConformanceSubject): void {
  describe(`${subject.provider} conforms`, () => {
    let bench: ConformanceBench;
    beforeAll(async () => {
      bench = await ConformanceBench.start(subject);
    });
    afterEach(() => bench.calm());
    afterAll(() => bench.close());

    describeInstitutions(subject, () => bench);
    if (subject.tokens) describeTokens(subject.tokens, () => bench);
    else describePagesOfConsent(() => bench);
    describeConsents(() => bench);
    describeAccounts(() => bench);
    describeTransactions(() => bench);
    describeRefusals(subject, () => bench);
    describeBadRows(() => bench);
    describePaging(subject, () => bench);
    describeHostileServers(subject, () => bench);
  });
}

function describeInstitutions({ country, institution }: ConformanceSubject, bench: () => ConformanceBench) {
  describe('institutions', () => {
    it('are listed by country', async () => {
      const listed = await bench().provider.listInstitutions(country);
      expect(listed.length).toBeGreaterThan(0);
      for (const one of listed) {
        expect(one).toMatchObject({ integrator: bench().provider.provider, supported: true });
        expect(one.name).not.toBe('');
        expect(one.max_historical_days).toBeGreaterThan(0);
        expect(one.max_access_valid_for_days).toBeGreaterThan(0);
      }
      expect(new Set(listed.map(({ external_id }) => external_id)).size).toBe(listed.length);
      expect(await bench().provider.listInstitutions('AQ')).toEqual([]);
    });

    it('are shown by their listed id', async () => {
      const [first] = await bench().provider.listInstitutions(country);
      const same = await bench().provider.readInstitution(first?.external_id ?? '');
      const { name, country: of, max_historical_days, max_access_valid_for_days } = same;
      expect(first).toMatchObject({ name, country: of, max_historical_days, max_access_valid_for_days });
      const shown = await bench().provider.readInstitution(institution);
      expect(shown.external_id).toBe(institution);
    });

    it('that do not exist are not found', async () => {
      const failure = await bench().failureOf(bench().provider.readInstitution('XX:Nobody'), null);
      expect(['not_found', 'request_refused']).toContain(failure.kind);
    });
  });
}

function describePagesOfConsent(bench: () => ConformanceBench): void {
  describe('a consent that is given at a page', () => {
    it('waits until the user has given it, then names its accounts and its end', async () => {
      const state = crypto.randomUUID();
      const created = await bench().createConsent(null, state);
      expect(await bench().provider.readConsent(created.consent, null)).toEqual({ kind: 'waiting' });
      const callback = await bench().visit(created.link);
      expect(Object.values(callback)).toContain(state);
      const given = await bench().provider.readConsent(created.consent, callback);
      if (given.kind !== 'given') throw new Error(given.kind);
      expect(given.accountIds).toHaveLength(1);
      expect(given.maxHistoricalDays).toBeGreaterThanOrEqual(HISTORY_DAYS);
      const lastsMs = (given.expiresAt?.getTime() ?? Infinity) - Date.now();
      expect(lastsMs).toBeGreaterThan(80 * 86_400_000);
      const again = await bench().provider.readConsent(given.consent, null);
      expect(again).toMatchObject({ kind: 'given', accountIds: given.accountIds });
    });

    it('that the user refused is refused', async () => {
      const created = await bench().createConsent();
      const callback = await bench().visit(created.link, 'refuse');
      expect(await bench().provider.readConsent(created.consent, callback)).toEqual({ kind: 'refused' });
    });
  });
}

function describeTokens(tokens: ConformanceTokens, bench: () => ConformanceBench): void {
  const refusalOf = async (token: string): Promise<string> => {
    const error = await bench()
      .provider.claimAccess?.(token)
      .then(
        () => new Error('the token was taken'),
        (thrown: unknown) => thrown,
      );
    if (!(error instanceof SetupTokenRefused)) throw error;
    expect(inspect(error, { depth: 12, showHidden: true })).not.toContain(token);
    return error.refusal;
  };

  describe('a setup token', () => {
    it('names the accounts and their end, and is claimed once', async () => {
      const token = await bench().newToken(tokens);
      const given = await bench().claimedConsent(token);
      expect(given.accountIds).toHaveLength(1);
      expect(given.maxHistoricalDays).toBeGreaterThanOrEqual(HISTORY_DAYS);
      const lastsMs = (given.expiresAt?.getTime() ?? Infinity) - Date.now();
      expect(lastsMs).toBeGreaterThan(80 * 86_400_000);
      const again = await bench().provider.readConsent(given.consent, null);
      expect(again).toMatchObject({ kind: 'given', accountIds: given.accountIds });
      expect(await refusalOf(token)).toBe('used');
    });

    it('is taken with the blanks and line breaks of a copied text', async () => {
      const token = await bench().newToken(tokens);
      const copied = ` ${token.slice(0, 20)}\n${token.slice(20)}\n`;
      expect((await bench().claimedConsent(copied)).accountIds).toHaveLength(1);
    });

    it.each([
      ['is no base64', 'not a token!'],
      ['holds no address', Buffer.from('hello').toString('base64')],
      ['holds another kind of address', Buffer.from('file:///etc/passwd').toString('base64')],
      ['holds a password', Buffer.from('https://user:pass@bank.example/claim/1').toString('base64')],
    ])('that %s is refused without a request', async (_, token) => {
      expect(await refusalOf(token)).toBe('malformed');
    });

    it.each([
      'http://10.0.0.1/simplefin/claim/1',
      'https://169.254.169.254/latest/meta-data',
      'http://[::ffff:10.0.0.1]/claim/1',
      'http://93.184.216.34/claim/1',
    ])('for %s, which is private or public without TLS, is refused', async (address) => {
      expect(await refusalOf(Buffer.from(address).toString('base64'))).toBe('address');
    });

    it.each([
      ['fails', { kind: 'status', status: 500 }, 'transient'],
      ['hangs up', { kind: 'drop' }, 'transient'],
    ])('whose server %s is a failure, and can be claimed afterwards', async (_, fault, kind) => {
      const token = await bench().newToken(tokens);
      await bench().fault({ path: '/claim/', ...fault });
      const claim = bench().provider.claimAccess?.(token) ?? Promise.resolve();
      expect((await bench().failureOf(claim, null)).kind).toBe(kind);
      expect((await bench().claimedConsent(token)).accountIds).toHaveLength(1);
    });

    it('for which a server gives a page instead of access is refused', async () => {
      const token = await bench().newToken(tokens);
      await bench().fault({ path: '/claim/', kind: 'not_json' });
      expect(await refusalOf(token)).toBe('no_access');
    });
  });
}

function describeConsents(bench: () => ConformanceBench): void {
  describe('a consent', () => {
    it('given again brings the same account, recognized by its identity', async () => {
      const first = await bench().account();
      const before = await bench().provider.readDetails(first);
      const renewed = await bench().givenConsent(first.consent);
      const access = {
        accountExternalId: renewed.accountIds[0] ?? '',
        consent: renewed.consent,
        user: null,
      };
      const after = await bench().provider.readDetails(access);
      expect(after.value.resource_id).not.toBeNull();
      expect(after.value.resource_id).toBe(before.value.resource_id);
    });

    it('that was ended opens no data; ending it twice is not an error', async () => {
      // Uses a separate sandbox, because another open consent may give access to the same account.
      const own = await ConformanceBench.start(bench().subject);
      try {
        const access = await own.account();
        await own.provider.fetchBalances(access);
        await own.provider.revokeConsent(access.consent);
        await own.provider.revokeConsent(access.consent);
        // Only its user can end such an access, at the server.
        await own.subject.tokens?.revoke(own.control);
        const failure = await own.failureOf(own.provider.fetchBalances(access), access);
        expect(['consent_ended', 'not_found']).toContain(failure.kind);
      } finally {
        await own.close();
      }
    });
  });
}

function describeAccounts(bench: () => ConformanceBench): void {
  describe('an account', () => {
    it('is shown with currency and a lasting identity', async () => {
      const access = await bench().account();
      await bench().provider.readAccount(access);
      const { value: profile } = await bench().provider.readDetails(access);
      expect(profile.currency).toMatch(/^[A-Z]{3}$/);
      expect(profile.resource_id).not.toBeNull();
    });

    it('has the bank’s balance', async () => {
      const access = await bench().account();
      const { balance } = await bench().subject.truth(bench().control);
      const { value } = await bench().provider.fetchBalances(access);
      expect(value.some(({ amount }) => compareDecimals(amount, balance) === 0)).toBe(true);
    });
  });
}

function describeTransactions(bench: () => ConformanceBench): void {
  describe('the transactions', () => {
    it('of all windows, newest first, are what the bank has, to the last digit', async () => {
      const access = await bench().account();
      const truth = await bench().subject.truth(bench().control);
      const history = await bench().history(access);
      const froms = history.map(({ window }) => window.from);
      expect(froms).toEqual([...froms].sort().reverse());
      expect(history.length).toBeGreaterThan(1);
      const rows = history.flatMap(({ batch }) => batch.upserts);
      expect(rows).toHaveLength(truth.transactions);
      const sum = addDecimals(...rows.map(({ document }) => document.amount));
      expect(compareDecimals(sum, truth.sum)).toBe(0);
      expect(history.every(({ batch }) => batch.coverage.complete && batch.rejected.length === 0)).toBe(true);
    });

    it('read twice, and in another order, are the same rows', async () => {
      const access = await bench().account();
      const once = await bench().upserts(access);
      expect(await bench().upserts(access)).toEqual(once);
      await bench().fault({ kind: 'reverse_rows', path: bench().subject.paths.transactions, times: null });
      expect(await bench().upserts(access)).toEqual(once);
    });

    it('are the same rows under a renewed consent', async () => {
      const first = await bench().account();
      const before = await bench().upserts(first);
      const renewed = await bench().givenConsent(first.consent);
      const access = {
        accountExternalId: renewed.accountIds[0] ?? '',
        consent: renewed.consent,
        user: null,
      };
      expect(await bench().upserts(access)).toEqual(before);
    });
  });
}
