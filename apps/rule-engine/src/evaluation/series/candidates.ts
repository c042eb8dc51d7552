import { bestChain, Chain, Pricing, SAME_PRICE } from './chains';
import { bestPhase, periodOf, RHYTHM_FORMS, RhythmForm } from './rhythms';
import { difference, SeriesRow } from './series-row';

/** A chain that may be a series, with how much speaks for it. */
export interface Candidate {
  readonly rows: readonly SeriesRow[];
  readonly form: RhythmForm;
  readonly pricing: Pricing;
  readonly score: number;
}

/** Evidence below which equal amounts on regular days are chance, as in a café where everything costs the same. */
const EVIDENCE_MIN = 2.5;
const GAPS_SHARE_MAX = 0.34;
/** A candidate of a later rhythm must be better by this factor. */
const CLEARLY_BETTER = 1.02;
/** From this many rows on it does not count that the same shop has many other payments. */
const MANY_ROWS = 6;

/** Bills of any amount are a series if the party has at most this many payments for each of them. */
const BILLS_AMONG = 1.5;

/** What a chain shows beside its rows. */
interface Findings {
  readonly count: number;
  /** Number of rows of the group in the time of the chain, and of the whole group. */
  readonly inside: readonly SeriesRow[];
  readonly all: readonly SeriesRow[];
  readonly gapsShare: number;
  /** 0: exactly regular, 1: not regular. */
  readonly disorder: number;
  /** Differences between neighbours, and the share of them that are one price. */
  readonly steps: readonly number[];
  readonly same: number;
  /** Whether the rows share a mandate or the other party's account, not only words. */
  readonly isOneParty: boolean;
}

/**
 * Returns the best series among rows that have a mandate, an account or a word in common, or null.
 * @param isOneParty whether it is a mandate or an account
 */
export function bestCandidate(rows: readonly SeriesRow[], isOneParty: boolean): Candidate | null {
  let best: Candidate | null = null;
  for (const form of RHYTHM_FORMS) {
    for (const pricing of ['fixed', 'varied'] as const) {
      const chain = mayBe(rows, form, pricing) ? bestChain(rows, form, pricing) : null;
      if (chain === null || chain.rows.length < form.paymentsMin) continue;
      const findings = findingsOf(chain, rows, form, isOneParty);
      const score =
        pricing === 'fixed' ? fixedScore(chain, form, findings) : variedScore(chain, form, findings);
      if (score === null || score <= (best?.score ?? 0) * CLEARLY_BETTER) continue;
      best = { rows: chain.rows, form, pricing, score };
    }
  }
  return best;
}

/** Whether the rows can be a series at all, by their number. Looking for a chain takes the square of it. */
function mayBe(rows: readonly SeriesRow[], form: RhythmForm, pricing: Pricing): boolean {
  if (rows.length < form.paymentsMin) return false;
  if (pricing === 'fixed') return true;
  const span = (rows.at(-1)?.day.number ?? 0) - (rows[0]?.day.number ?? 0);
  return rows.length <= BILLS_AMONG * (span / periodOf(form) + 2);
}

function findingsOf(
  chain: Chain,
  all: readonly SeriesRow[],
  form: RhythmForm,
  isOneParty: boolean,
): Findings {
  const { rows, gaps } = chain;
  const margin = periodOf(form) / 2;
  const [first, last] = [rows[0]?.day.number ?? 0, rows.at(-1)?.day.number ?? 0];
  const steps = rows.slice(1).map((row, index) => difference(row, rows[index] ?? row));
  const days = rows.map(({ day }) => day);
  return {
    count: rows.length,
    inside: all.filter(({ day }) => day.number >= first - margin && day.number <= last + margin),
    all,
    gapsShare: gaps / (rows.length - 1 + gaps),
    disorder: Math.min(1, bestPhase(days, form).deviation / form.irregularAt),
    steps,
    same: steps.filter((step) => step <= SAME_PRICE).length / steps.length,
    isOneParty,
  };
}

/** The score of payments of one price; null if they are chance. */
function fixedScore(chain: Chain, form: RhythmForm, findings: Findings): number | null {
  const { count, inside, gapsShare, disorder, same } = findings;
  if (gapsShare > GAPS_SHARE_MAX) return null;
  const rivals = rivalsOf(chain, inside);
  if (count === 2) {
    if (!isPair(chain, findings)) return null;
  } else if (count === 3) {
    if (!isTriple(rivals, findings)) return null;
  } else if (same < 0.65 || rivals > count * 0.3) {
    return null;
  }
  if (form.unit === 'months' && form.length >= 2 && inside.length > 2 * count) return null;
  if (count > 2 && evidenceOf(findings) < EVIDENCE_MIN) return null;
  const purity = 0.5 + (0.5 * count) / (count + rivals);
  return count * (0.6 + 0.4 * same) * (1 - 0.4 * disorder) * (1 - gapsShare) * purity;
}

/** Rows of the same prices in the same time that the chain leaves out: a shop has them, a subscription has none. */
function rivalsOf({ rows }: Chain, inside: readonly SeriesRow[]): number {
  const chosen = new Set(rows);
  return inside.filter((row) => !chosen.has(row) && rows.some((one) => difference(one, row) <= SAME_PRICE))
    .length;
}

/** Two payments half a year or a year apart: only where nothing else was paid there. */
function isPair({ rows }: Chain, { all, steps, disorder, isOneParty }: Findings): boolean {
  const [step = 1] = steps;
  return (
    all.length === 2 &&
    step <= (isOneParty ? 0.2 : 0.12) &&
    disorder <= 0.7 &&
    (rows[0]?.size ?? 0) >= PAIR_SIZE_MIN
  );
}
/** Twice a small amount is a coincidence. */
const PAIR_SIZE_MIN = 15;

function isTriple(rivals: number, { inside, same, steps }: Findings): boolean {
  return rivals === 0 && inside.length <= 4 && (same >= 0.5 || steps.every((step) => step <= 0.2));
}

function evidenceOf({ count, inside, all, gapsShare, disorder, same, isOneParty }: Findings): number {
  const purity = 0.4 + (0.6 * count) / inside.length;
  const ofAll = count >= MANY_ROWS ? 1 : 0.45 + (0.55 * count) / all.length;
  return (
    (count - 1) * (same + 0.2) * (1 - disorder) * (isOneParty ? 1.5 : 1) * purity * ofAll * (1 - gapsShare)
  );
}

/** The score of bills of any amount, as of electricity: hardly anything else may be paid there. Null if chance. */
function variedScore({ rows }: Chain, form: RhythmForm, findings: Findings): number | null {
  const { count, inside, all, gapsShare, disorder, isOneParty } = findings;
  const isFrequent = form.rhythm === 'WEEKLY' || (form.rhythm === 'TWO_WEEKLY' && !isOneParty);
  if (isFrequent || count < (isOneParty ? 4 : 5) || gapsShare > 0.25 || disorder > (isOneParty ? 0.7 : 0.45))
    return null;
  if (inside.length > count * 1.2 + 0.5 || all.length > count * BILLS_AMONG) return null;
  if (!isOneParty && spread(rows) > 0.5) return null;
  return count * 0.6 * (1 - 0.4 * disorder) * (1 - gapsShare);
}

/** Standard deviation of the amounts as a part of their mean. */
function spread(rows: readonly SeriesRow[]): number {
  const mean = rows.reduce((sum, { size }) => sum + size, 0) / rows.length;
  const squares = rows.reduce((sum, { size }) => sum + (size - mean) ** 2, 0);
  return mean === 0 ? 0 : Math.sqrt(squares / rows.length) / mean;
}
