import { systemClock } from '@tributary/messaging';
import { ProviderError } from '../providers/provider.errors';
import { AccountAccess, AccountProvider, PresentUser } from '../providers/provider.port';
import { PROVIDER_A_CAPABILITIES } from '../providers/provider-a/capabilities';
import { PROVIDER_B_CAPABILITIES } from '../providers/provider-b/capabilities';
import { MeteredCall, MeteredCalls } from './metered-calls';

const USER: PresentUser = { ipAddress: '192.0.2.7', userAgent: 'Browser/1.0' };
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
    beforeCall: async () => undefined,
  });
}

/** Who each call was made for. */
async function madeFor(calls: MeteredCalls, what: MeteredCall, refusesUsers = false) {
  const users: (PresentUser | null)[] = [];
  const result = await calls.make(what, async ({ user }: AccountAccess) => {
    users.push(user);
    if (user && refusesUsers) throw new ProviderError({ kind: 'user_refused' }, 'refused');
    return { value: 'rows', allowance: null };
  });
  return { kind: result.kind, users, used: calls.allowance('transactions').used };
}

it('a call for a user who waits is made beyond the allowance, and costs none of it', async () => {
  const made = await madeFor(callsOf(PROVIDER_B_CAPABILITIES, 4), REGULAR);
  expect(made).toEqual({ kind: 'answered', users: [USER], used: 4 });
});

it('older history is not what the user waits for', async () => {
  const calls = callsOf(PROVIDER_B_CAPABILITIES, 0);
  const made = await madeFor(calls, { resource: 'transactions', purpose: 'backfill' });
  expect(made).toEqual({ kind: 'answered', users: [null], used: 1 });
});

it('a provider that makes no difference hears of nobody, and its allowance holds', async () => {
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

it('an institution that will not hear of the user is asked without, within the allowance', async () => {
  const calls = callsOf(PROVIDER_B_CAPABILITIES, 3);
  expect(await madeFor(calls, REGULAR, true)).toEqual({ kind: 'answered', users: [USER, null], used: 4 });
  expect(await madeFor(calls, REGULAR, true)).toEqual({ kind: 'no_allowance', users: [], used: 4 });
});
