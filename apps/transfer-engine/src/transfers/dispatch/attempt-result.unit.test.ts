import { Transfer } from '../transfer';
import { TransferContent } from '../../destinations/transfer-content';
import { DueTransfer } from './due-transfer';
import { attemptResult, resultForChanged } from './attempt-result';
import { UPDATE_ALL } from '../planning/booked-change';

const policy = { attemptsMax: 3, backoffMs: 1000 };
const content: TransferContent = {
  date: '2026-03-02',
  amount: '-1.00',
  currency: 'EUR',
  booked: true,
  payee: 'A',
  description: 'B',
  fields: {},
};
const due: DueTransfer = {
  id: 1,
  version: 1,
  linkId: 8,
  transactionId: 1001,
  accountId: 17,
  userId: 1,
  operation: 'CREATE',
  content,
  sentContent: null,
  importId: 'trb:x',
  maybeSent: false,
  destinationTransactionId: null,
  heldContent: null,
  changedThere: [],
  attempts: 0,
  targetExternalId: 'a',
  endedBy: null,
  lockedThere: false,
  destinationType: 'BUDGETA',
  destinationId: 12,
  onBookedChange: UPDATE_ALL,
  trace: null,
};
const unknown = { kind: 'failed', failure: { kind: 'outcome-unknown', reason: 'cut' } } as const;
const now: Transfer = {
  state: 'PENDING',
  operation: 'CREATE',
  content: { ...content, amount: '-2.00' },
  sentContent: null,
  maybeSent: false,
  destinationTransactionId: null,
  endedBy: null,
  generation: 1,
  waitsForCurrency: false,
};

it('an unknown result is retried with growing pauses, and fails after the last attempt', () => {
  expect(attemptResult(due, unknown, policy, 0.5)).toMatchObject({
    state: 'PENDING',
    maybeSent: true,
    attempts: 1,
    dueInMs: 1000,
    attempt: { succeeded: false },
  });
  expect(attemptResult({ ...due, attempts: 2 }, unknown, policy, 0.5)).toMatchObject({
    state: 'FAILED',
    maybeSent: true,
  });
});

it('a rate limit and a refused token do not count as an attempt', () => {
  for (const failure of [
    { kind: 'rate-limited', retryAfterMs: 5 },
    { kind: 'unauthorized', reason: 'no' },
  ] as const) {
    expect(attemptResult(due, { kind: 'failed', failure }, policy, 0)).toMatchObject({
      state: 'PENDING',
      attempts: 0,
    });
  }
});

it('a duplicate that was found is transferred; it is updated if older content may have arrived', () => {
  const found = { kind: 'found', destinationId: 'd' } as const;
  expect(attemptResult(due, found, policy, 0)).toMatchObject({
    state: 'TRANSFERRED',
    destinationTransactionId: 'd',
  });
  expect(attemptResult({ ...due, sentContent: content }, found, policy, 0)).toMatchObject({
    state: 'PENDING',
    operation: 'UPDATE',
  });
});

describe('a transfer that changed during its request', () => {
  const done = attemptResult(due, { kind: 'done', destinationId: 'd' }, policy, 0);

  it('is updated if its content changed', () =>
    expect(resultForChanged(now, done)).toMatchObject({
      state: 'PENDING',
      operation: 'UPDATE',
      destinationTransactionId: 'd',
      sentContent: content,
    }));

  it('is deleted when it was removed meanwhile', () =>
    expect(resultForChanged({ ...now, state: 'SKIPPED', operation: 'DELETE' }, done)).toMatchObject({
      state: 'PENDING',
      operation: 'DELETE',
      destinationTransactionId: 'd',
    }));

  it('stays unchanged when its link was pointed elsewhere', () =>
    expect(resultForChanged({ ...now, state: 'SKIPPED', operation: null }, done)).toMatchObject({
      state: 'TRANSFERRED',
      content,
    }));

  it('stays held when its link was paused', () =>
    expect(resultForChanged({ ...now, state: 'HELD' }, done)).toMatchObject({
      state: 'HELD',
      operation: 'UPDATE',
    }));

  it('is searched and deleted when it was removed and the result is unknown', () =>
    expect(
      resultForChanged(
        { ...now, state: 'SKIPPED', operation: 'DELETE' },
        attemptResult(due, unknown, policy, 0),
      ),
    ).toMatchObject({ state: 'PENDING', operation: 'DELETE', maybeSent: true }));
});
