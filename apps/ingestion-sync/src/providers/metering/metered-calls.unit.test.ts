import { systemClock } from '@tributary/messaging';
import { ProviderError } from '../provider.errors';
import { AccountAccess, AccountProvider, PresentUser } from '../provider.port';
import { PROVIDER_A_CAPABILITIES } from '../provider-a/capabilities';
import { PROVIDER_B_CAPABILITIES } from '../provider-b/capabilities';
import { MeteredCall, MeteredCalls } from './metered-calls';

const USER: PresentUser = { ipAddress: '192.0.2.7', userAgent: 'Browser/1.0' };
/** The allowance that was stored before each call. */
const kept: (number | null)[] = [];
beforeEach(() => {
  kept.length = 0;
});
const REGULAR: MeteredCall = { resource: 'transactions', purpose: 'regular' };

function callsOf(capabilities: AccountProvider['capabilities'], used: number): MeteredCalls {
  return new MeteredCalls({
    provider: { capabilities } as AccountProvider,
    access: { accountExternalId: 'a', consent: { consentId: 'c', secret: null }, user: USER },
    allowances: [
      { resource: 'transactions', limit: 4, used, resetAt: Date.now() + 60_000, blockedUntil: null },
    ],
    retryMs: 1,
    clock: systemClock,
    signal: new AbortController().signal,
    onAllowance: () => undefined,
    beforeCall: async (spent) => void kept.push(spent?.used ?? null),
  });
}

/** Returns for whom each call was made. */
async function madeFor(calls: MeteredCalls, what: MeteredCall, refusesUsers = false) {
  const users: (PresentUser | null)[] = [];
  const result = await calls.make(what, async ({ user }: AccountAccess) => {
    users.push(user);
    if (user && refusesUsers) throw new ProviderError({ kind: 'user_refused' }, 'refused');
    return { value: 'rows', allowance: null };
  });
  return { kind: result.kind, users, used: calls.allowance('transactions').used };
}

it('a call for a waiting user goes beyond the allowance, and costs none of it', async () => {
  const made = await madeFor(callsOf(PROVIDER_B_CAPABILITIES, 4), REGULAR);
  expect(made).toEqual({ kind: 'answered', users: [USER], used: 4 });
});

it('older history is not part of what the user waits for', async () => {
  const calls = callsOf(PROVIDER_B_CAPABILITIES, 0);
  const made = await madeFor(calls, { resource: 'transactions', purpose: 'backfill' });
  expect(made).toEqual({ kind: 'answered', users: [null], used: 1 });
});

it('a provider without the distinction gets no user data, and its allowance holds', async () => {
  expect(await madeFor(callsOf(PROVIDER_A_CAPABILITIES, 0), REGULAR)).toEqual({
    kind: 'answered',
    users: [null],
    used: 1,
  });
  expect(await madeFor(callsOf(PROVIDER_A_CAPABILITIES, 4), REGULAR)).toMatchObject({
    kind: 'no_allowance',
    users: [],
  });
});

it('an institution that refuses the user’s headers is called without them, within the allowance', async () => {
  const calls = callsOf(PROVIDER_B_CAPABILITIES, 3);
  expect(await madeFor(calls, REGULAR, true)).toEqual({ kind: 'answered', users: [USER, null], used: 4 });
  expect(await madeFor(calls, REGULAR, true)).toEqual({ kind: 'no_allowance', users: [], used: 4 });
});

describe('an unanswered call', () => {
  const unanswered = new ProviderError({ kind: 'transient', retryAfterMs: null }, 'cut', null, {
    isUnanswered: true,
  });
  const down = new ProviderError({ kind: 'transient', retryAfterMs: null }, 'answered with 503');
  const unreadable = new ProviderError({ kind: 'invalid_answer' }, 'a page of HTML');

  async function failing(error: ProviderError, used = 0) {
    const calls = callsOf(PROVIDER_B_CAPABILITIES, used);
    const result = await calls.make({ ...REGULAR, purpose: 'backfill' }, () => Promise.reject(error));
    return { kind: result.kind, used: calls.allowance('transactions').used };
  }

  it('counts before it is made, if answers do not report what is left', async () => {
    await madeFor(callsOf(PROVIDER_B_CAPABILITIES, 1), { ...REGULAR, purpose: 'backfill' });
    expect(kept).toEqual([2]);
    kept.length = 0;
    await madeFor(callsOf(PROVIDER_A_CAPABILITIES, 1), REGULAR);
    expect(kept).toEqual([null]);
  });

  it('stays counted, also when it is repeated, because it may have been counted', async () => {
    expect(await failing(unanswered)).toEqual({ kind: 'failed', used: 3 });
    expect(await failing(unreadable)).toEqual({ kind: 'failed', used: 3 });
    expect(await failing(unanswered, 2)).toEqual({ kind: 'no_allowance', used: 3 });
  });

  it('also counts at a provider whose answers report the rest', async () => {
    const calls = callsOf(PROVIDER_A_CAPABILITIES, 0);
    await calls.make(REGULAR, () => Promise.reject(unanswered));
    expect(calls.allowance('transactions').used).toBe(3);
    expect(kept).toEqual([null, null, null]);
  });

  it('costs nothing if it was refused', async () => {
    expect(await failing(down)).toEqual({ kind: 'failed', used: 0 });
    expect(kept).toEqual([1, 1, 1]);
  });
});

it('a call of several requests asks before each of them whether the account is still its own', async () => {
  const calls = callsOf(PROVIDER_A_CAPABILITIES, 0);
  await calls.make(REGULAR, async ({ permit }: AccountAccess) => {
    await permit?.();
    await permit?.();
    return { value: 'rows', allowance: null };
  });
  expect(kept.slice(1)).toEqual([null, null]);
});
