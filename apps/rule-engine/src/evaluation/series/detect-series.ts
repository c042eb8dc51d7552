import { isOutflow } from '@tributary/money';
import { bestCandidate, Candidate } from './candidates';
import { Pricing, SAME_PRICE } from './chains';
import { deviation, periodOf, RhythmForm } from './rhythms';
import { commonWords, difference, Payment, SeriesRow, seriesRow } from './series-row';

/** Payments that recur: bills, subscriptions, salaries, standing orders. */
export interface DetectedSeries {
  readonly form: RhythmForm;
  readonly pricing: Pricing;
  /** At least two, in the order of their days. */
  readonly payments: readonly Payment[];
}

/** Groups of more rows are words of the bank's language, such as "card payment": they name nobody. */
const GROUP_ROWS_MAX = 260;

interface Group {
  rows: SeriesRow[];
  readonly isOneParty: boolean;
  best: Candidate | null;
}

interface Found extends Candidate {
  readonly words: ReadonlySet<string>;
}

/**
 * Finds the series of one account. Rows with a mandate, another party's account or a word in common are a group; each
 * group has its best candidate, the best of all becomes a series, its rows leave all groups, and so on. Series of one
 * party that follow each other, with another day, price or name, are then joined.
 *
 * @param payments at most some thousand of one account
 * @param onStep called before each group is searched, for whoever watches how long that takes
 */
export function detectSeries(
  payments: readonly Payment[],
  onStep: () => void = () => undefined,
): DetectedSeries[] {
  const rows = payments.map(seriesRow).sort((a, b) => a.day.number - b.day.number);
  const found: Found[] = [];
  let groups = groupsOf(rows, onStep);
  for (;;) {
    onStep();
    const best = groups.reduce<Candidate | null>(
      (top, { best: one }) => (one !== null && one.score > (top?.score ?? 0) ? one : top),
      null,
    );
    if (best === null) break;
    const words = commonWords(best.rows);
    if (isOfKnownParty(best, words, found)) {
      groups = groups.filter((group) => group.best !== best);
      continue;
    }
    found.push({ ...best, words });
    groups = without(groups, new Set(best.rows), onStep);
  }
  return joined(found, onStep).map(({ form, pricing, rows: own }) => ({
    form,
    pricing,
    payments: own.map(({ payment }) => payment),
  }));
}

function groupsOf(rows: readonly SeriesRow[], onStep: () => void): Group[] {
  const byKey = new Map<string, SeriesRow[]>();
  const add = (row: SeriesRow, ...key: string[]): void => {
    const sign = isSpending(row) ? '-' : '+';
    const whole = [key[0], sign, row.payment.currency, ...key.slice(1)].join('\u0000');
    const group = byKey.get(whole);
    if (group) group.push(row);
    else byKey.set(whole, [row]);
  };
  for (const row of rows) {
    const { mandate, counterAccount } = row.payment;
    if (mandate !== '') add(row, 'mandate', mandate);
    if (counterAccount !== '') add(row, 'account', counterAccount);
    for (const word of row.words) add(row, 'word', word);
    for (const [index, word] of row.words.slice(1).entries()) add(row, 'words', row.words[index] ?? '', word);
  }
  const known = new Set<string>();
  return [...byKey].flatMap(([key, group]) => {
    const signature = group.map(({ payment }) => payment.id).join();
    if (group.length < 2 || group.length > GROUP_ROWS_MAX || known.has(signature)) return [];
    known.add(signature);
    onStep();
    const isOneParty = key.startsWith('mandate') || key.startsWith('account');
    const best = bestCandidate(group, isOneParty);
    return best === null ? [] : [{ rows: group, isOneParty, best }];
  });
}

function without(groups: readonly Group[], gone: ReadonlySet<SeriesRow>, onStep: () => void): Group[] {
  return groups.flatMap((group) => {
    const rows = group.rows.filter((row) => !gone.has(row));
    if (rows.length === group.rows.length) return [group];
    onStep();
    const best = rows.length < 2 ? null : bestCandidate(rows, group.isOneParty);
    return best === null ? [] : [{ ...group, rows, best }];
  });
}

/** Whether two payments are extras of a party that has a series already: a bonus beside the salary, for example. */
function isOfKnownParty({ rows }: Candidate, words: ReadonlySet<string>, found: readonly Found[]): boolean {
  const [first] = rows;
  if (rows.length !== 2 || first === undefined) return false;
  return found.some((one) => {
    const [other] = one.rows;
    if (other === undefined || isSpending(other) !== isSpending(first)) return false;
    if (one.rows.some((row) => rows.some((mine) => isSameAccount(row, mine)))) return true;
    const shared = [...words].filter((word) => one.words.has(word)).length;
    return shared >= Math.max(1, one.words.size / 2);
  });
}

/** Joins series of which the second continues the first. */
function joined(found: readonly Found[], onStep: () => void): Found[] {
  const parts = [...found];
  for (;;) {
    onStep();
    const pair = nextPair(parts);
    if (pair === null) return parts;
    const [first, second] = pair;
    const rows = [...first.rows, ...second.rows];
    parts.splice(parts.indexOf(second), 1);
    parts[parts.indexOf(first)] = { ...first, rows, words: commonWords(rows) };
  }
}

function nextPair(parts: readonly Found[]): [Found, Found] | null {
  for (const first of parts) {
    const second = parts.find((other) => other !== first && continues(first, other));
    if (second !== undefined) return [first, second];
  }
  return null;
}

const PAUSE_MIN = 0.35;
const PAUSE_MAX = 4.3;
const RENAMED_PAUSE_MAX = 1.6;
const SHARED_WORDS = 0.75;
const PRICE_CHANGE_MAX = 0.5;

/** Whether the second goes on with the first, after a pause of some periods, at the same party or the same price. */
function continues({ rows, form, words }: Found, second: Found): boolean {
  const [last, next] = [rows.at(-1), second.rows[0]];
  if (last === undefined || next === undefined || form !== second.form) return false;
  if (isSpending(last) !== isSpending(next) || last.payment.currency !== next.payment.currency) return false;
  const pause = (next.day.number - last.day.number) / periodOf(form);
  if (pause < PAUSE_MIN || pause > PAUSE_MAX) return false;
  const shared = [...words].filter((word) => second.words.has(word)).length;
  const alike = shared / Math.max(1, Math.min(words.size, second.words.size));
  const change = difference(last, next);
  if (isSameAccount(last, next) || alike >= SHARED_WORDS) return change <= PRICE_CHANGE_MAX;
  const off = deviation(last.day, next.day, form, Math.max(1, Math.round(pause)));
  return change <= SAME_PRICE && off <= form.slack && pause < RENAMED_PAUSE_MAX;
}

function isSameAccount(a: SeriesRow, b: SeriesRow): boolean {
  return a.payment.counterAccount !== '' && a.payment.counterAccount === b.payment.counterAccount;
}

function isSpending({ payment }: SeriesRow): boolean {
  return isOutflow(payment.amount);
}
