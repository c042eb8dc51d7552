import { balanceResult } from './balance-result';

const policy = { attemptsMax: 3, backoffMs: 1000 };
const LAST = policy.attemptsMax - 1;

it.each([
  [{ kind: 'rate-limited', retryAfterMs: 5 }, null],
  [{ kind: 'rate-limited', retryAfterMs: null }, null],
  [{ kind: 'unauthorized', reason: 'no' }, 'no'],
] as const)('a connection that has to wait uses up no attempt of the balance: %j', (failure, error) => {
  expect(balanceResult(LAST, { kind: 'failed', failure }, policy, 0)).toMatchObject({
    state: 'PENDING',
    attempts: LAST,
    error,
  });
});

it.each(['unavailable', 'outcome-unknown'] as const)(
  '%s: the balance is tried again, and has failed after the last attempt',
  (kind) => {
    const outcome = { kind: 'failed', failure: { kind, reason: 'down' } } as const;
    expect(balanceResult(0, outcome, policy, 0.5)).toMatchObject({
      state: 'PENDING',
      attempts: 1,
      dueInMs: 1000,
    });
    expect(balanceResult(LAST, outcome, policy, 0.5)).toMatchObject({ state: 'FAILED', error: 'down' });
  },
);
