import { TransferContent } from '../../destinations/transfer-content';
import { planTransfer } from './plan-transfer';
import { Transfer } from '../transfer';
import { fieldsToLeave, UPDATE_ALL } from './booked-change';

const old: TransferContent = {
  date: '2026-03-02',
  amount: '-1.00',
  currency: 'EUR',
  booked: true,
  payee: 'A',
  description: 'B',
  fields: {},
};
const newer: TransferContent = { ...old, amount: '-2.00' };
const waiting: Transfer = {
  state: 'PENDING',
  operation: 'CREATE',
  content: old,
  sentContent: null,
  maybeSent: false,
  destinationTransactionId: null,
  endedBy: null,
  generation: 1,
  waitsForCurrency: false,
};
const sent: Transfer = { ...waiting, state: 'TRANSFERRED', operation: null, destinationTransactionId: 'd1' };
const carry = (content: TransferContent) => ({ kind: 'carry' as const, content });
const REMOVE = { kind: 'remove' as const };
const SKIP = { kind: 'skip' as const };

describe('an unsent transfer', () => {
  it('gets the newer content', () =>
    expect(planTransfer(waiting, carry(newer), 'PENDING')).toEqual({ ...waiting, content: newer }));

  it('stays unchanged if the content did not change', () =>
    expect(planTransfer(waiting, carry({ ...old }), 'PENDING')).toBeNull());

  it('is skipped when the transaction is removed, and deletes a request that may be on its way', () =>
    expect(planTransfer(waiting, REMOVE, 'PENDING')).toMatchObject({
      state: 'SKIPPED',
      operation: 'DELETE',
    }));

  it('is skipped when a rule says so, and planned again when it no longer does', () => {
    const skipped = planTransfer(waiting, SKIP, 'PENDING');
    expect(skipped).toMatchObject({ state: 'SKIPPED', operation: null });
    expect(planTransfer(skipped ?? waiting, carry(old), 'PENDING')).toEqual(waiting);
  });
});

describe('a transfer with an unknown result', () => {
  const unknown: Transfer = { ...waiting, maybeSent: true };

  it('remembers which content may have arrived', () =>
    expect(planTransfer(unknown, carry(newer), 'PENDING')).toMatchObject({
      content: newer,
      sentContent: old,
    }));

  it('is deleted, not skipped, when the transaction is removed', () =>
    expect(planTransfer(unknown, REMOVE, 'PENDING')).toMatchObject({
      state: 'PENDING',
      operation: 'DELETE',
    }));

  it('is not recalled by a rule that skips it', () =>
    expect(planTransfer(unknown, SKIP, 'PENDING')).toBeNull());

  it('has unknown content at the destination after an update with an unknown result', () => {
    const updating: Transfer = {
      ...sent,
      state: 'PENDING',
      operation: 'UPDATE',
      sentContent: old,
      maybeSent: true,
    };
    expect(planTransfer(updating, carry({ ...old, amount: '-3.00' }), 'PENDING')).toMatchObject({
      operation: 'UPDATE',
      sentContent: null,
    });
  });
});

describe('a transfer that is at the destination', () => {
  const updating: Transfer = {
    ...sent,
    state: 'PENDING',
    operation: 'UPDATE',
    content: newer,
    sentContent: old,
  };

  it('is updated, and remembers what the destination has', () =>
    expect(planTransfer(sent, carry(newer), 'PENDING')).toEqual(updating));

  it('keeps that memory over several changes', () =>
    expect(planTransfer(updating, carry({ ...old, payee: 'C' }), 'PENDING')).toMatchObject({
      sentContent: old,
    }));

  it('needs no request when the change is reverted before it was sent', () =>
    expect(planTransfer(updating, carry(old), 'PENDING')).toEqual(sent));

  it('is deleted when the transaction is removed; held while the link is paused', () => {
    expect(planTransfer(sent, REMOVE, 'PENDING')).toMatchObject({ state: 'PENDING', operation: 'DELETE' });
    expect(planTransfer(sent, REMOVE, 'HELD')).toMatchObject({ state: 'HELD', operation: 'DELETE' });
  });

  it('stays unchanged when a rule skips it', () => {
    expect(planTransfer(sent, SKIP, 'PENDING')).toBeNull();
    expect(planTransfer(updating, SKIP, 'PENDING')).toEqual(sent);
  });

  it('is no longer changed once it was deleted there', () => {
    const deleted: Transfer = { ...sent, state: 'DELETED' };
    for (const change of [carry(newer), SKIP, REMOVE])
      expect(planTransfer(deleted, change, 'PENDING')).toBeNull();
  });
});

describe('a booked change', () => {
  const pending = { ...old, booked: false };
  const none = { update_status: false, update_payee: false, update_description: false, update_amount: false };

  it('does not change the fields that the flags exclude', () => {
    expect(fieldsToLeave(pending, newer, UPDATE_ALL)).toEqual(new Set());
    expect(fieldsToLeave(pending, newer, { ...UPDATE_ALL, update_amount: false })).toEqual(
      new Set(['amount']),
    );
    expect(fieldsToLeave(pending, newer, none)).toEqual(
      new Set(['status', 'payee', 'description', 'amount']),
    );
  });

  it('changes all fields if it is not the booking', () => {
    expect(fieldsToLeave(old, newer, none)).toEqual(new Set());
    expect(fieldsToLeave(null, newer, none)).toEqual(new Set());
  });
});

describe('an amount in another currency, which cannot be sent as it is', () => {
  const wait = (content: TransferContent) => ({ kind: 'wait' as const, content });
  const held: Transfer = { ...waiting, state: 'HELD', waitsForCurrency: true };

  it('is held before it is sent, and held again with newer content', () => {
    expect(planTransfer(waiting, wait(old), 'PENDING')).toEqual(held);
    expect(planTransfer(held, wait(newer), 'PENDING')).toEqual({ ...held, content: newer });
    expect(planTransfer(held, wait(old), 'PENDING')).toBeNull();
  });

  it('is sent once there is a rate, or the user chose, even if its content stayed the same', () => {
    expect(planTransfer(held, carry(newer), 'PENDING')).toEqual({ ...waiting, content: newer });
    expect(planTransfer(held, carry(old), 'PENDING')).toEqual(waiting);
  });

  it('holds the change of a row that is at the destination, and leaves one with this very content alone', () => {
    expect(planTransfer(sent, wait(newer), 'PENDING')).toMatchObject({
      state: 'HELD',
      operation: 'UPDATE',
      sentContent: old,
      waitsForCurrency: true,
    });
    expect(planTransfer(sent, wait(old), 'PENDING')).toBeNull();
  });

  it('is removed with its transaction, and skipped by a rule', () => {
    expect(planTransfer(held, REMOVE, 'PENDING')).toMatchObject({
      state: 'SKIPPED',
      waitsForCurrency: false,
    });
    expect(planTransfer(held, SKIP, 'PENDING')).toMatchObject({ state: 'SKIPPED', waitsForCurrency: false });
  });
});
