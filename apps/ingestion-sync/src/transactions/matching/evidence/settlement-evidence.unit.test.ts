import { sampleTransaction, TransactionDocument } from '@tributary/contracts';
import { judgeSettlement, PendingListing, SettlementRules } from './settlement-evidence';

const RULES: SettlementRules = { matching: true, maxDays: 8, fuzzyMinChars: 5, amountTolerance: 0.2 };
const DAY = '2026-03-02';

/** The judgement on two entries of one payee and day, with these amounts. */
function judged(pending: string, booked: string, listing: PendingListing = 'vanished') {
  const entry = (amount: string): TransactionDocument => ({
    ...sampleTransaction,
    amount,
    booking_date: DAY,
    value_date: DAY,
    external_identifiers: undefined,
  });
  const pair = { pending: entry(pending), pendingDay: DAY, listing, booked: entry(booked), linked: false };
  return judgeSettlement(pair, RULES);
}

describe('the evidence that a pending and a booked entry are one', () => {
  it.each([
    ['-10.00', '-10.00', 'exact', 'merge'],
    ['-10.00', '-12.00', 'within_tolerance', 'merge_if_alone'],
    ['-10.00', '-8.00', 'within_tolerance', 'merge_if_alone'],
    ['10.00', '12.00', 'within_tolerance', 'merge_if_alone'],
    ['10.00', '8.00', 'within_tolerance', 'merge_if_alone'],
  ])('%s that becomes %s is %s: %s', (pending, booked, amount, verdict) => {
    expect(judged(pending, booked)).toMatchObject({ verdict, evidence: { amount } });
  });

  it.each([
    ['-10.00', '-12.01'],
    ['-10.00', '-7.99'],
    ['-10.00', '10.00'],
  ])('%s and %s are two purchases', (pending, booked) => {
    expect(judged(pending, booked)).toBeNull();
  });

  it('another amount is no evidence while the pending entry is still listed', () => {
    expect(judged('-10.00', '-12.00', 'listed')).toBeNull();
    expect(judged('-10.00', '-12.00', 'gone')).toMatchObject({ verdict: 'review' });
  });
});
