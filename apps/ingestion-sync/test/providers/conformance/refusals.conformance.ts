import { ConformanceBench } from './conformance-bench';
import { ConformanceSubject } from './conformance-subject';

/** The meaning of refusals and broken responses. */
export function describeRefusals(subject: ConformanceSubject, bench: () => ConformanceBench): void {
  const path = subject.paths.transactions;

  async function failureAt(fault: object) {
    const access = await bench().account();
    await bench().fault({ path, ...fault });
    return bench().failureOf(bench().recent(access), access);
  }

  describe('a refusal', () => {
    it('429 names the time to wait', async () => {
      expect(await failureAt({ kind: 'status', status: 429, retry_after_s: 77 })).toEqual({
        kind: 'rate_limited',
        scope: 'resource',
        retryAfterMs: 77_000,
      });
    });

    it('429 without a time still makes us wait', async () => {
      const access = await bench().account();
      await bench().fault({ path, kind: 'status', status: 429 });
      const failure = await bench().failureOf(bench().recent(access), access);
      if (failure.kind !== 'rate_limited') throw new Error(failure.kind);
      expect(failure.retryAfterMs).toBeGreaterThan(0);
    });

    it.each([500, 502, 503, 504])('%d is passed on', async (status) => {
      expect(await failureAt({ kind: 'status', status })).toEqual({ kind: 'transient', retryAfterMs: null });
    });

    it('503 with a time to retry names it', async () => {
      const failure = await failureAt({ kind: 'status', status: 503, retry_after_s: 9 });
      expect(failure).toEqual({ kind: 'transient', retryAfterMs: 9000 });
    });

    it('of the consent is distinguished from one of the account', async () => {
      expect(await failureAt(subject.refusals.consentEnded)).toEqual({ kind: 'consent_ended' });
      const ofAccount = await failureAt(subject.refusals.accountGone);
      expect(['not_found', 'account_suspended']).toContain(ofAccount.kind);
    });

    const { windowRefused } = subject.refusals;
    if (windowRefused) {
      it('of a window that is too old is reported', async () => {
        expect(await failureAt(windowRefused)).toMatchObject({ kind: 'window_refused' });
      });
    }
  });

  describe('an answer', () => {
    it.each([
      ['is no JSON', 'not_json', ['invalid_answer']],
      ['is cut off', 'truncate', ['transient', 'invalid_answer']],
      ['never comes, the connection is cut', 'drop', ['transient']],
      ['is lost after the work was done', 'drop_after_accept', ['transient']],
    ])('that %s is a failure, and the next one is good', async (_, kind, expected) => {
      const access = await bench().account();
      await bench().fault({ path, kind });
      expect(expected).toContain((await bench().failureOf(bench().recent(access), access)).kind);
      expect((await bench().recent(access)).value.upserts.length).toBeGreaterThan(0);
    });

    it('about balances of which one cannot be read has the others, and says so', async () => {
      const access = await bench().account();
      const all = (await bench().provider.fetchBalances(access)).value;
      await bench().fault({ path: subject.paths.balances, kind: 'bad_amount', value: 'much' });
      const { value, unread } = await bench().provider.fetchBalances(access);
      expect(unread).toBe(1);
      expect(value.length).toBeLessThan(all.length);
      expect(all).toEqual(expect.arrayContaining([...value]));
    });
  });
}
