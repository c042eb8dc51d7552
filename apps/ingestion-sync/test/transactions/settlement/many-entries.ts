import { AccountAnswer } from '../../../src/transactions/matching/answer';
import { answerOf, Line, rowOf, storedOf } from './random-answer';

/** Compares 1,000 entries with 1,000 by default; FULL=1 compares 10,000 with 10,000. */
export const COUNT = process.env['FULL'] === '1' ? 10_000 : 1_000;

export const LINE = { name: 'Kiosk Seven', amount: '-1.00', day: '2026-03-12', booked: false };
export const BEFORE = { ...LINE, day: '2026-03-10' };

export function many(lineOf: (at: number) => Line, label: string) {
  return Array.from({ length: COUNT }, (_, at) => rowOf(lineOf(at), `${label} ${at}`));
}

export function storedMany(lineOf: (at: number) => Line) {
  return many(lineOf, 'stored').map((row, at) => storedOf(row, at + 1));
}

/** Letters that make a word of a number. */
export function word(at: number): string {
  return [...String(at).padStart(5, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('');
}
const WORDS = Array.from({ length: 70 }, (_, at) => word(at * 1_000).slice(0, 4));
const CURRENCIES = ['EUR', 'SEK', 'USD'];
const MARKS = '\u0301\u0316'.repeat(1_000);

const dayOfMarch = (at: number) => `2026-03-${String(1 + (at % 18)).padStart(2, '0')}`;
export const bookedRow = (one: Line): Line => ({ ...one, booked: true });
export const settling = (pending: (at: number) => Line, booked: (at: number) => Line) =>
  answerOf(
    many((at) => bookedRow(booked(at)), 'row'),
    storedMany(pending),
  );

/** The responses that a user's own server may send, by their kind of cost. */
export const SHAPES: readonly (readonly [string, () => AccountAnswer])[] = [
  [
    'equal entries',
    () =>
      settling(
        () => BEFORE,
        () => LINE,
      ),
  ],
  [
    'other names',
    () =>
      settling(
        (at) => ({ ...BEFORE, name: word(at) }),
        (at) => ({ ...LINE, name: word(at + COUNT) }),
      ),
  ],
  [
    'the same names, each once',
    () =>
      settling(
        (at) => ({ ...BEFORE, name: word(at) }),
        (at) => ({ ...LINE, name: word(COUNT - at) }),
      ),
  ],
  [
    'other texts',
    () =>
      settling(
        (at) => ({ ...BEFORE, text: word(at) }),
        (at) => ({ ...LINE, text: word(at + COUNT) }),
      ),
  ],
  [
    'near amounts',
    () =>
      settling(
        (at) => ({ ...BEFORE, amount: `-${(1 + at / 100_000).toFixed(5)}` }),
        (at) => ({ ...LINE, amount: `-${(1.1 + at / 100_000).toFixed(5)}` }),
      ),
  ],
  [
    'long texts of equal words',
    () =>
      settling(
        (at) => ({ ...BEFORE, text: [...WORDS, word(at)].join(' ') }),
        (at) => ({ ...LINE, text: [word(at + COUNT), ...WORDS].reverse().join(' ') }),
      ),
  ],
  [
    'texts of combining marks',
    () =>
      settling(
        (at) => ({ ...BEFORE, text: `a${MARKS}`, name: word(at) }),
        (at) => ({ ...LINE, text: `b${MARKS}`, name: word(at) }),
      ),
  ],
  [
    'one id of the institution',
    () =>
      settling(
        (at) => ({ ...BEFORE, amount: `-${at + 1}.00`, institutionId: 'I' }),
        (at) => ({ ...LINE, amount: `-${at + 20_000}.00`, institutionId: 'I' }),
      ),
  ],
  [
    'links',
    () =>
      settling(
        (at) => ({ ...BEFORE, id: `p${at}` }),
        (at) => ({ ...LINE, id: `b${at}`, pendingId: `p${(at * 7) % COUNT}` }),
      ),
  ],
  [
    'one link',
    () =>
      settling(
        (at) => ({ ...BEFORE, id: `p${at}` }),
        (at) => ({ ...LINE, id: `b${at}`, pendingId: 'p7' }),
      ),
  ],
  [
    'pending entries under another date',
    () =>
      answerOf(
        many((at) => ({ ...LINE, text: word(at) }), 'row'),
        storedMany((at) => ({ ...BEFORE, text: word(at + COUNT) })),
      ),
  ],
  [
    'late pending entries',
    () =>
      answerOf(
        many((at) => ({ ...LINE, text: word(at) }), 'row'),
        storedMany((at) => bookedRow({ ...LINE, text: word(at + COUNT) })),
      ),
  ],
  [
    'booked entries under other keys',
    () =>
      answerOf(
        many((at) => bookedRow({ ...LINE, text: word(at) }), 'row'),
        storedMany((at) => bookedRow({ ...LINE, text: word(at + COUNT) })),
      ),
  ],
  [
    'ids that are used again',
    () =>
      answerOf(
        many((at) => bookedRow({ ...LINE, id: `i${at}`, day: '2025-01-01' }), 'row'),
        storedMany((at) => bookedRow({ ...LINE, id: `i${at}`, name: 'Other' })),
        { coverage: [] },
      ),
  ],
  [
    'rows of files',
    () =>
      answerOf(
        many((at) => bookedRow({ ...LINE, name: word(at) }), 'row'),
        storedMany((at) => bookedRow({ ...LINE, name: word(at + COUNT) })).map((one) => ({
          ...one,
          isFromFile: true,
        })),
        { coverage: [] },
      ),
  ],
  [
    'one day, one amount, no names',
    () =>
      settling(
        () => ({ ...LINE, name: null }),
        () => ({ ...LINE, name: null }),
      ),
  ],
  [
    'one name, each amount once, in reverse',
    () =>
      settling(
        (at) => ({ ...BEFORE, amount: `-${at + 1}.00` }),
        (at) => ({ ...LINE, amount: `-${COUNT - at}.00` }),
      ),
  ],
  [
    'one name, amounts a cent apart',
    () =>
      settling(
        (at) => ({ ...BEFORE, amount: `-${(100 + at / 100).toFixed(2)}` }),
        (at) => ({ ...LINE, amount: `-${(100.01 + at / 100).toFixed(2)}` }),
      ),
  ],
  [
    'amounts a cent apart that the bank still lists',
    () => {
      const pending = (at: number) => ({
        ...BEFORE,
        amount: `-${(100 + at / 100).toFixed(2)}`,
        name: word(at),
      });
      const booked = (at: number) => bookedRow({ ...LINE, amount: `-${(100.01 + at / 100).toFixed(2)}` });
      const stored = storedMany(pending);
      return answerOf(many(booked, 'row'), stored, { listed: new Set(stored.map(({ id }) => id)) });
    },
  ],
  [
    'names that are cut off',
    () =>
      settling(
        (at) => ({ ...BEFORE, name: `${word(at)} kiosk` }),
        (at) => ({ ...LINE, name: `${word(COUNT - at - 1)} kio` }),
      ),
  ],
  [
    'three currencies',
    () =>
      settling(
        (at) => ({ ...BEFORE, currency: CURRENCIES[at % 3] ?? 'EUR' }),
        (at) => ({ ...LINE, currency: CURRENCIES[(at + 1) % 3] ?? 'EUR' }),
      ),
  ],
  [
    'every currency another one',
    () =>
      settling(
        (at) => ({ ...BEFORE, currency: word(at).slice(2).toUpperCase() }),
        (at) => ({
          ...LINE,
          currency: word(COUNT - at)
            .slice(2)
            .toUpperCase(),
        }),
      ),
  ],
  [
    'money out beside money in',
    () =>
      settling(
        () => BEFORE,
        () => ({ ...LINE, amount: '1.00' }),
      ),
  ],
  [
    'amounts of zero',
    () =>
      settling(
        (at) => ({ ...BEFORE, amount: '0.00', name: word(at) }),
        (at) => ({ ...LINE, amount: '0', name: word(at + COUNT) }),
      ),
  ],
  [
    'amounts of twenty digits',
    () =>
      settling(
        (at) => ({ ...BEFORE, amount: `-${'9'.repeat(14)}${at}.10` }),
        (at) => ({ ...LINE, amount: `-${'9'.repeat(14)}${COUNT - at}.25` }),
      ),
  ],
  [
    'entries without a day',
    () =>
      settling(
        (at) => ({ ...BEFORE, day: null, name: word(at) }),
        (at) => ({ ...LINE, valueDate: '2026-03-11', name: word(at + 7) }),
      ),
  ],
  [
    'days all over the window',
    () =>
      settling(
        (at) => ({ ...BEFORE, day: dayOfMarch(at), name: word(at) }),
        (at) => ({ ...LINE, day: dayOfMarch(at * 7), name: word(at + COUNT) }),
      ),
  ],
  ['settled entries that are listed still', lingering],
];

function lingering(): AccountAnswer {
  const settlements = many(() => BEFORE, 'stored').map((row, at) => ({
    id: at + 1,
    status: 'MERGED' as const,
    keptTransactionId: at + 1,
    pendingKey: row.identityKey,
    pendingDocument: row.document,
    day: row.day,
    seenOn: '2026-03-10',
    pendingListed: true,
  }));
  return answerOf(
    many((at) => ({ ...LINE, text: word(at) }), 'row'),
    storedMany((at) => bookedRow({ ...LINE, text: word(at + COUNT) })),
    { settlements },
  );
}
