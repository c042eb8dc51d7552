// The unit tests try 500 responses, FULL=1 tries 50,000.
import { SeededRandom } from '@tributary/testing';
import { AccountAnswer } from '../../../src/transactions/matching/answer';
import { matchBooked, pairSame } from '../../../src/transactions/matching/match-booked';
import { matchPending, matchRedated } from '../../../src/transactions/matching/match-pending';
import { Workload } from '../../../src/transactions/matching/workload';
import { dropLingering } from '../../../src/transactions/settlement/lingering';
import { absorbLate, settle } from '../../../src/transactions/settlement/settle';
import { absorbByProduct, redateByProduct, relistByProduct, settleByProduct } from './decide-by-product';
import { randomAnswer } from './random-answer';

const ANSWERS = process.env['FULL'] === '1' ? 50_000 : 500;

jest.setTimeout(600_000);

type Entry = { readonly id?: number; readonly rawJson?: string };
const nameOf = (entry: Entry) => (entry.id === undefined ? (entry.rawJson ?? '') : `s${entry.id}`);
const textOf = (one: {
  readonly pending: Entry;
  readonly booked: Entry;
  readonly listing: string;
  readonly evidence: object;
}) => `${nameOf(one.pending)} ${nameOf(one.booked)} ${one.listing} ${JSON.stringify(one.evidence)}`;
const pairText = ({ row, stored }: { readonly row: Entry; readonly stored: Entry }) =>
  `${nameOf(stored)} ${row.rawJson ?? ''}`;

/** Returns the results of each step for one response, and those of comparing all pairs. */
async function bothWays(answer: AccountAnswer): Promise<{ found: unknown; expected: unknown }> {
  const work = new Workload();
  const same = await pairSame(answer, true, work);
  const { pairing: booked } = await matchBooked(answer, work);
  const relisted = answer.reportsChanges
    ? []
    : relistByProduct(same.openRows, same.openStored, ['same', 'similar'], answer);
  const sinceSame = booked.pairs.slice(same.pairs.length, same.pairs.length + relisted.length);
  const pending = await matchPending(answer, work);
  await dropLingering(pending, answer, work);
  const settledByProduct = settleByProduct(booked.openRows, new Set(pending.openStored), answer);
  const settled = await settle(booked, pending, answer, work);
  const before = pending.pairs.length;
  const redatedByProduct = redateByProduct(pending.openRows, pending.openStored, answer);
  await matchRedated(pending, answer, work);
  const lateByProduct = absorbByProduct(pending.openRows, entriesOf(answer, booked, settled.merged), answer);
  const late = await absorbLate(booked, pending, settled.merged, answer, work);
  const texts = (all: typeof settled | typeof late) => ({
    merged: all.merged.map(textOf),
    reviews: all.reviews.map(textOf),
  });
  return {
    found: {
      relisted: sinceSame.map(pairText),
      settled: texts(settled),
      redated: pending.pairs.slice(before).map(pairText),
      late: texts(late),
      cut: work.entriesCutOff.size,
    },
    expected: {
      relisted,
      settled: settledByProduct,
      redated: redatedByProduct,
      late: lateByProduct,
      cut: 0,
    },
  };
}

type Booked = Awaited<ReturnType<typeof matchBooked>>['pairing'];

function entriesOf(
  answer: AccountAnswer,
  booked: Booked,
  settled: readonly { readonly pending: { readonly id: number } }[],
) {
  const taken = new Set(settled.map(({ pending }) => pending.id));
  const provided = new Map(booked.pairs.map(({ stored, row }) => [stored, row.document]));
  const stored = answer.stored.filter(
    (one) => one.booked && ['LIVE', 'DELETED'].includes(one.state) && !taken.has(one.id),
  );
  return [
    ...stored.map((one) => ({ name: `s${one.id}`, document: provided.get(one) ?? one.document })),
    ...booked.openRows.map(({ rawJson, document }) => ({ name: rawJson, document })),
  ];
}

it('candidates lead to what comparing all pairs leads to', async () => {
  const counts = { relisted: 0, merged: 0, reviews: 0, redated: 0, late: 0 };
  for (let seed = 1; seed <= ANSWERS; seed += 1) {
    const { found, expected } = await bothWays(randomAnswer(new SeededRandom(seed)));
    expect({ seed, ...(found as object) }).toEqual({ seed, ...(expected as object) });
    const all = expected as {
      relisted: string[];
      settled: { merged: string[]; reviews: string[] };
      redated: string[];
      late: { merged: string[] };
    };
    counts.relisted += all.relisted.length;
    counts.merged += all.settled.merged.length;
    counts.reviews += all.settled.reviews.length;
    counts.redated += all.redated.length;
    counts.late += all.late.merged.length;
  }
  process.stdout.write(`${ANSWERS} answers: ${JSON.stringify(counts)}\n`);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(ANSWERS / 100);
});
