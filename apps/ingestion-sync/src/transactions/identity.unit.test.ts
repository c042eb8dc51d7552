import fc from 'fast-check';
import { ProviderTransaction } from '../providers/provider.port';
import { identify } from './identity';

function row(change: Partial<ProviderTransaction> & { amount?: string; text?: string; date?: string } = {}) {
  const { amount = '-2.50', text = 'Coffee', date = '2026-03-02', ...rest } = change;
  const transaction: ProviderTransaction = {
    booked: true,
    strongId: null,
    weakId: null,
    pendingStrongId: null,
    rawJson: '{}',
    document: {
      amount,
      currency: 'EUR',
      booked: true,
      booking_date: date,
      booking_datetime: '',
      value_date: null,
      value_datetime: '',
      creditor: { name: 'Kahvila' },
      remittance_information: { unstructured: text },
    },
    ...rest,
  };
  return transaction;
}

const keys = (rows: ProviderTransaction[]) => identify(rows).map((identity) => identity?.key ?? null);

describe('identity of a transaction', () => {
  it('is the provider id where there is one', () => {
    expect(identify([row({ strongId: 'a', weakId: 'w' })])[0]).toMatchObject({ key: 'i:a', rank: 1 });
  });

  it('is the institution id where it is there once', () => {
    expect(identify([row({ weakId: 'w' })])[0]).toMatchObject({ key: 't:w', rank: 2 });
  });

  it('falls back to content where the institution repeats its id, and keeps both rows', () => {
    const [first, second] = identify([row({ weakId: 'w' }), row({ weakId: 'w', text: 'Tea' })]);
    expect([first?.rank, second?.rank]).toEqual([3, 3]);
    expect(first?.key).not.toBe(second?.key);
  });

  it('keeps two equal purchases of one day apart by an occurrence counter', () => {
    const [first, second] = keys([row(), row()]);
    expect(first).toMatch(/#1$/);
    expect(second).toMatch(/#2$/);
  });

  it('takes a row that is there twice under one provider id for one', () => {
    expect(keys([row({ strongId: 'a' }), row({ strongId: 'a' })])).toEqual(['i:a', null]);
  });

  it('does not believe a provider id that stands for two different rows', () => {
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

  it('drops nothing but repeats of one provider id with one content', () => {
    fc.assert(
      fc.property(rows, (answer) => {
        const dropped = answer.filter((_, place) => identify(answer)[place] === null);
        for (const it of dropped) {
          const same = answer.filter((other) => other.strongId === it.strongId && it.strongId !== null);
          expect(new Set(same.map((other) => JSON.stringify(other.document))).size).toBe(1);
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
