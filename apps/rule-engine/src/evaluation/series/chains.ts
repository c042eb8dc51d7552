import { deviation, periodOf, RhythmForm } from './rhythms';
import { difference, SeriesRow } from './series-row';

/** Rows that follow each other in one rhythm. */
export interface Chain {
  readonly rows: readonly SeriesRow[];
  /** Periods without a row between the first and the last. */
  readonly gaps: number;
}

/** Whether a chain looks for one price, which may change, or for bills of any amount. */
export type Pricing = 'fixed' | 'varied';

/** Amounts within this part are one price: a rate of a foreign currency moves by it from month to month. */
export const SAME_PRICE = 0.035;
const EQUAL = 0.0001;
const NEW_PRICE = 0.35;
const SIMILAR_BILL = 0.75;

/** A pause of more periods ends a chain; what comes twice a year or less has no pause. */
const PERIODS_MAX = 4;
const LONG_MONTHS = 6;
const GAP_COST = 0.35;
const DEVIATION_COST = 0.3;

/**
 * Finds the best chain of rows of one rhythm: each a few periods after the one before, on about the right day, with
 * pauses and other days costing a part of what a row adds. Rows are in the order of their days.
 */
export function bestChain(rows: readonly SeriesRow[], form: RhythmForm, pricing: Pricing): Chain | null {
  const links: { before: number; score: number; gaps: number }[] = [];
  let last = -1;
  for (let index = 0; index < rows.length; index += 1) {
    const link = bestLink(rows, links, index, form, pricing);
    links.push(link);
    if (link.score > (links[last]?.score ?? 0)) last = index;
  }
  const end = links[last];
  if (end === undefined) return null;
  const chain: SeriesRow[] = [];
  for (let index = last; index >= 0; index = links[index]?.before ?? -1) {
    const row = rows[index];
    if (row !== undefined) chain.unshift(row);
  }
  return { rows: chain, gaps: end.gaps };
}

interface Link {
  readonly before: number;
  readonly score: number;
  readonly gaps: number;
}

function bestLink(
  rows: readonly SeriesRow[],
  links: readonly Link[],
  index: number,
  form: RhythmForm,
  pricing: Pricing,
): Link {
  let best: Link = { before: -1, score: 1, gaps: 0 };
  const row = rows[index];
  const period = periodOf(form);
  const periodsMax = form.unit === 'months' && form.length >= LONG_MONTHS ? 1 : PERIODS_MAX;
  for (let before = index - 1; before >= 0; before -= 1) {
    const [earlier, link] = [rows[before], links[before]];
    if (row === undefined || earlier === undefined || link === undefined) break;
    const periods = Math.round((row.day.number - earlier.day.number) / period);
    if (periods > periodsMax) break;
    if (periods < 1) continue;
    const off = deviation(earlier.day, row.day, form, periods);
    if (off > form.slack) continue;
    const worth = likeness(difference(earlier, row), pricing) * (1 - (DEVIATION_COST * off) / form.slack);
    const score = link.score + worth - GAP_COST * (periods - 1);
    if (score > best.score) best = { before, score, gaps: link.gaps + periods - 1 };
  }
  return best;
}

/** What a row adds to a chain, by how far its amount is from the one before. */
function likeness(part: number, pricing: Pricing): number {
  if (pricing === 'varied') return part <= SIMILAR_BILL ? 0.8 - 0.4 * part : 0.1;
  if (part < EQUAL) return 1;
  if (part <= SAME_PRICE) return 0.85;
  return part <= NEW_PRICE ? 0.3 : 0.05;
}
