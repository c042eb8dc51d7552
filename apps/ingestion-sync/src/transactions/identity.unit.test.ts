import fc from 'fast-check';
import { ProviderTransaction } from '../providers/provider.port';
import { DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import { identify as identifyBy } from './identity';

function row(change: Partial<ProviderTransaction> & { amount?: string; text?: string; date?: string } = {}) {
  const { amount = '-2.50', text = 'Coffee', date = '2026-03-02', booked = true, ...rest } = change;
  const document: ProviderTransaction['document'] = {
    amount,
    currency: 'EUR',
    booked,
    booking_date: date,
    booking_datetime: '',
    value_date: null,
    value_datetime: '',
    creditor: { name: 'Kahvila' },
    remittance_information: { unstructured: text },
  };
  const transaction: ProviderTransaction = {
    booked,
    strongId: null,
    weakId: null,
    pendingStrongId: null,
    rawJson: JSON.stringify({ document, weakId: rest.weakId }),
    document,
    ...rest,
  };
  return transaction;
}

const identify = (rows: ProviderTransaction[]) =>
  identifyBy(rows, DEFAULT_ACCOUNT_CONFIG.fields_for_duplicate_filtering);
const keys = (rows: ProviderTransaction[]) => identify(rows).map((identity) => identity?.key ?? null);

describe('identity of a transaction', () => {
  it('is the provider id if there is one', () => {
    expect(identify([row({ strongId: 'a', weakId: 'w' })])[0]).toMatchObject({ key: 'i:a', rank: 1 });
  });

  it('is the institution id if it is unique', () => {
    expect(identify([row({ weakId: 'w' })])[0]).toMatchObject({ key: 't:w', rank: 2 });
  });

  it('falls back to content if the institution repeats its id, and keeps both rows', () => {
    const [first, second] = identify([row({ weakId: 'w' }), row({ weakId: 'w', text: 'Tea' })]);
    expect([first?.rank, second?.rank]).toEqual([3, 3]);
    expect(first?.key).not.toBe(second?.key);
  });

  it('distinguishes two equal purchases of one day by an occurrence counter', () => {
    const [first, second] = keys([row(), row()]);
    expect(first).toMatch(/#1$/);
    expect(second).toMatch(/#2$/);
  });

  it('treats a row that appears twice under one provider id as one', () => {
    expect(keys([row({ strongId: 'a' }), row({ strongId: 'a' })])).toEqual(['i:a', null]);
  });

  it('ignores a provider id that two different rows share', () => {
    const found = keys([row({ strongId: 'a' }), row({ strongId: 'a', amount: '-9.00' })]);
    expect(new Set(found).size).toBe(2);
    expect(found.every((key) => key?.startsWith('c:'))).toBe(true);
  });

  it('never mixes pending and booked', () => {
    const [booked, pending] = keys([row({ weakId: 'w' }), row({ weakId: 'w', booked: false })]);
    expect(booked).not.toBe(pending);
  });

  const rows = fc.array(
    fc
      .record({
        strongId: fc.option(fc.constantFrom('a', 'b', 'c')),
        weakId: fc.option(fc.constantFrom('x', 'y')),
        amount: fc.constantFrom('-1.00', '-2.00'),
        text: fc.constantFrom('Coffee', 'Tea'),
        booked: fc.boolean(),
      })
      .map((it) => row({ ...it, strongId: it.booked ? it.strongId : null })),
    { maxLength: 12 },
  );

  it('is unique within an answer', () => {
    fc.assert(
      fc.property(rows, (answer) => {
        const found = keys(answer).filter((key) => key !== null);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });

  it('treats exact repetitions under one id as one', () => {
    expect(keys([row({ weakId: 'w' }), row({ weakId: 'w' })])).toEqual(['t:w', null]);
    expect(new Set(keys([row({ weakId: 'w' }), row({ weakId: 'w', rawJson: '{"balance":1}' })])).size).toBe(
      2,
    );
  });

  it('drops only repetitions of one id with one content', () => {
    fc.assert(
      fc.property(rows, (answer) => {
        const dropped = answer.filter((_, index) => identify(answer)[index] === null);
        for (const it of dropped) {
          const repeats = answer.filter(
            (other) =>
              other !== it &&
              (other.strongId ?? other.weakId) !== null &&
              (other.strongId === it.strongId || other.weakId === it.weakId) &&
              JSON.stringify(other.document) === JSON.stringify(it.document),
          );
          expect(repeats).not.toEqual([]);
        }
      }),
    );
  });

  it('does not depend on the order of the answer', () => {
    const shuffled = rows.chain((answer) =>
      fc.tuple(fc.constant(answer), fc.shuffledSubarray(answer, { minLength: answer.length })),
    );
    fc.assert(
      fc.property(shuffled, ([answer, other]) => {
        expect(keys(other).sort()).toEqual(keys(answer).sort());
      }),
    );
  });
});
