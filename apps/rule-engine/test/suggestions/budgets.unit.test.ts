import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isOutflow } from '@tributary/money';
import { CategoryLearner } from '../../src/evaluation/suggestions/category-learner';
import { Described } from '../../src/evaluation/suggestions/evidence';

/**
 * Three budgets of 24 months by an author who had not seen the learner. Rows are in the order of their days: [day, payee,
 * text, amount, merchant's code, account of the other party, category, the category that was meant where the user
 * slipped].
 */
type Row = readonly [string, string, string, string, string, string, string, string];

const FILE = path.join(__dirname, 'budgets.json.gz');
const budgets = JSON.parse(gunzipSync(readFileSync(FILE)).toString('utf8')) as Record<string, Row[]>;

const CERTAIN = 0.9;
const WRONG_MAX = 0.03;
const LEARNED_SHARE = 0.7;

function described([day, payee, text, amount, code, account]: Row): Described {
  const party = account === '' ? {} : { [isOutflow(amount) ? 'creditor' : 'debtor']: { iban: account } };
  return {
    amount,
    mapped_fields: { date: day, ...(payee && { payee }), ...(text && { description: text }) },
    booking_date: day,
    value_date: null,
    ...party,
    ...(code && { codes: { merchant_category_code: code } }),
  };
}

interface Guess {
  readonly certainty: number;
  readonly isRight: boolean;
}

/** The share of all rows of which the most certain have at most 3 % wrong ones. */
function covered(guesses: readonly Guess[], total: number): number {
  const sorted = [...guesses].sort((a, b) => b.certainty - a.certainty);
  let [wrong, best] = [0, 0];
  for (const [index, { certainty, isRight }] of sorted.entries()) {
    if (!isRight) wrong += 1;
    const isTie = sorted[index + 1]?.certainty === certainty;
    if (!isTie && wrong <= WRONG_MAX * (index + 1)) best = index + 1;
  }
  return best / total;
}

/** The most frequent category of the same payee, else text: what a program without a learner would suggest. */
class Baseline {
  private readonly counts = new Map<string, Map<string, number>>();

  learn([, payee, text, , , , category]: Row): void {
    const counts = this.counts.get(payee || text) ?? new Map<string, number>();
    counts.set(category, (counts.get(category) ?? 0) + 1);
    this.counts.set(payee || text, counts);
  }

  suggest([, payee, text]: Row): { readonly category: string; readonly certainty: number } | null {
    const counts = [...(this.counts.get(payee || text) ?? [])];
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    const [first] = counts.sort(([, a], [, b]) => b - a);
    return first ? { category: first[0], certainty: first[1] / total + Math.min(total, 1000) * 1e-6 } : null;
  }
}

function figuresOf(rows: readonly Row[]) {
  const [learner, baseline] = [new CategoryLearner(), new Baseline()];
  const [ours, theirs]: [Guess[], Guess[]] = [[], []];
  const from = Math.floor(rows.length * LEARNED_SHARE);
  for (const [index, row] of rows.entries()) {
    const document = described(row);
    const [category, meant] = [row[6], row[7] || row[6]];
    if (index >= from) {
      const [mine, other] = [learner.suggest(document), baseline.suggest(row)];
      if (mine) ours.push({ certainty: mine.certainty, isRight: mine.categoryId === meant });
      if (other) theirs.push({ certainty: other.certainty, isRight: other.category === meant });
    }
    learner.learn(document, category);
    baseline.learn(row);
  }
  const total = rows.length - from;
  const certain = ours.filter(({ certainty }) => certainty >= CERTAIN);
  return {
    certain: certain.length / total,
    wrongOfCertain: certain.filter(({ isRight }) => !isRight).length / certain.length,
    covered: covered(ours, total),
    coveredByBaseline: covered(theirs, total),
    right: ours.filter(({ isRight }) => isRight).length / total,
    rightByBaseline: theirs.filter(({ isRight }) => isRight).length / total,
  };
}

test.each(Object.keys(budgets))(
  'suggestions for budget %s are as certain as they say, slips apart',
  (name) => {
    const figures = figuresOf(budgets[name] ?? []);
    process.stdout.write(`budget ${name} ${JSON.stringify(figures)}\n`);
    expect(figures.wrongOfCertain).toBeLessThanOrEqual(WRONG_MAX);
    expect(figures.certain).toBeGreaterThan(0.4);
    expect(figures.covered).toBeGreaterThan(figures.coveredByBaseline + 0.1);
    expect(figures.right).toBeGreaterThan(figures.rightByBaseline + 0.1);
  },
);
