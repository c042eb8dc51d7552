import { otherParty } from '../../../providers/mapping/mapped-fields';
import { compareNames, compareNumbers, NameComparison, NameEvidence } from './name-evidence';
import { StoredTransaction } from '../../stored-transaction';
import { TransactionRow } from '../../transaction-rows';
import { compareCosts, Pair } from '../pairing';
import { Workload } from '../workload';

/** `known`: the row is the stored one. `doubtful`: it may be. A row without evidence for any stored row is new. */
export type FileVerdict = 'known' | 'doubtful';

/** A row of a file. */
export interface FiledRow {
  readonly row: TransactionRow;
  readonly hasId: boolean;
  readonly balance: string | null;
  readonly text: string;
}

/**
 * Relation of the compared file to the sources of a stored row, on the row's day. `nested`: the file or a source lists
 * everything that the other lists, so counts decide. `apart`: balances prove that they list different entries.
 * `unclear`: the balances allow both. `open`: nothing is known.
 */
export type DayRelation = 'nested' | 'apart' | 'unclear' | 'open';

/** A stored row of the same day and amount. */
export interface FiledCandidate {
  readonly stored: StoredTransaction;
  readonly relation: DayRelation;
  /** True if a file of the same kind gave it an id that no row of this file has. */
  readonly hasId: boolean;
  /** True if a file of the same kind gave it a balance. */
  readonly hasBalance: boolean;
  readonly balances: readonly string[];
  /** True if a source of the same form wrote its text. */
  readonly isSameForm: boolean;
  readonly text: string;
}

interface Step {
  readonly verdict: FileVerdict;
  readonly appliesTo: (candidate: FiledCandidate) => boolean;
  readonly evidence: 'balance' | 'text' | 'names';
}

const isNested = ({ relation }: FiledCandidate): boolean => relation === 'nested';
const isUnclear = ({ relation }: FiledCandidate): boolean => relation === 'unclear';
const isLeftOpen = ({ relation }: FiledCandidate): boolean => relation === 'open' || relation === 'unclear';
const inSameWords = ({ isSameForm }: FiledCandidate): boolean => isSameForm;

/**
 * The table of evidence for rows of one day and amount, the strongest first; ids were compared before. Each step joins
 * rows and stored rows one to one. A row that no step joins is new, as its id, balance, text or the count of the day
 * shows.
 */
const STEPS: readonly Step[] = [
  { verdict: 'known', evidence: 'balance', appliesTo: (one) => !isUnclear(one) },
  { verdict: 'doubtful', evidence: 'balance', appliesTo: isUnclear },
  { verdict: 'known', evidence: 'text', appliesTo: (one) => isNested(one) && inSameWords(one) },
  // Other programs name the same entry differently, so the count decides, and names only choose which row is which.
  { verdict: 'known', evidence: 'names', appliesTo: (one) => isNested(one) && !inSameWords(one) },
  // The file must list the stored row, but under no equal text: it was renamed, or is another entry.
  { verdict: 'doubtful', evidence: 'names', appliesTo: (one) => isNested(one) && inSameWords(one) },
  { verdict: 'doubtful', evidence: 'text', appliesTo: (one) => isLeftOpen(one) && inSameWords(one) },
  { verdict: 'doubtful', evidence: 'names', appliesTo: (one) => isLeftOpen(one) && !inSameWords(one) },
];

/** A row, and the stored row that it is or may be. */
export interface FileFinding extends Pair {
  readonly verdict: FileVerdict;
}

/**
 * Decides which stored rows the file's rows of one day, currency and amount are. All evidence is given; no database is
 * needed. The cost is linear in the rows, even if many are equal.
 */
export function judgeRows(
  rows: readonly FiledRow[],
  candidates: readonly FiledCandidate[],
  names: NameComparison,
  work: Workload,
): FileFinding[] {
  const left = { rows: [...rows], candidates: candidates.filter(({ relation }) => relation !== 'apart') };
  return STEPS.flatMap(({ verdict, evidence, appliesTo }) => {
    if (left.rows.length === 0 || left.candidates.length === 0) return [];
    const fitting = left.candidates.filter(appliesTo);
    // Most steps join nothing for most rows.
    const pairs = fitting.length === 0 ? [] : pairUp(left.rows, fitting, evidence, { names, work });
    if (pairs.length === 0) return [];
    const taken = new Set<object>(pairs.flat());
    left.rows = left.rows.filter((one) => !taken.has(one));
    left.candidates = left.candidates.filter((one) => !taken.has(one));
    return pairs.map(([{ row }, { stored }]) => ({ row, stored, verdict }));
  });
}

type Joined = [FiledRow, FiledCandidate];

function pairUp(
  rows: readonly FiledRow[],
  candidates: readonly FiledCandidate[],
  by: Step['evidence'],
  { names, work }: { readonly names: NameComparison; readonly work: Workload },
): Joined[] {
  switch (by) {
    case 'balance':
      return byKey(rows, candidates, {
        ofRow: ({ balance }) => balance,
        ofCandidate: ({ balances }) => balances,
        mayBeOne: (row, candidate) => !haveOtherIds(row, candidate),
      });
    case 'text':
      return byKey(rows, candidates, {
        ofRow: ({ text }) => text,
        ofCandidate: ({ text }) => [text],
        mayBeOne,
      });
    case 'names':
      return work.mayCompare(rows.length * candidates.length, COMPARED_MAX)
        ? byNames(rows, candidates, names)
        : byKey(rows, candidates, {
            ofRow: ({ row }) => otherNumber(row),
            ofCandidate: ({ stored }) => [otherNumber(stored)],
            mayBeOne,
          });
  }
}

/** False if both have ids of one kind, or balances while no count decides: these prove two entries. */
function mayBeOne(row: Kinds, candidate: Pick<FiledCandidate, 'hasId' | 'hasBalance' | 'relation'>): boolean {
  const haveOtherBalances = row.balance !== null && candidate.hasBalance && candidate.relation !== 'nested';
  return !haveOtherIds(row, candidate) && !haveOtherBalances;
}

function haveOtherIds(row: Kinds, candidate: Pick<FiledCandidate, 'hasId'>): boolean {
  return row.hasId && candidate.hasId;
}

type Kinds = Pick<FiledRow, 'hasId' | 'balance'>;

interface Joining {
  readonly ofRow: (row: FiledRow) => string | null;
  readonly ofCandidate: (candidate: FiledCandidate) => readonly string[];
  readonly mayBeOne: (row: Kinds, candidate: FiledCandidate) => boolean;
}

/**
 * Joins rows and candidates with the same key, in the order of both. Candidates that `mayBeOne` treats differently have
 * separate queues, so that thousands of equal candidates are not tried in vain.
 */
function byKey(rows: readonly FiledRow[], candidates: readonly FiledCandidate[], how: Joining): Joined[] {
  const queues = new Map<string, Map<string, FiledCandidate[]>>();
  for (const candidate of [...candidates].reverse()) {
    for (const key of how.ofCandidate(candidate)) {
      const classes = queues.get(key) ?? new Map<string, FiledCandidate[]>();
      queues.set(key, classes);
      const { hasId, hasBalance, relation } = candidate;
      const name = `${hasId} ${hasBalance} ${relation}`;
      const queue = classes.get(name);
      if (queue) queue.push(candidate);
      else classes.set(name, [candidate]);
    }
  }
  if (queues.size === 0) return [];
  const taken = new Set<FiledCandidate>();
  return rows.flatMap((row): Joined[] => {
    const key = how.ofRow(row);
    for (const queue of (key === null ? undefined : queues.get(key))?.values() ?? []) {
      const candidate = nextOf(queue, taken);
      if (!candidate || !how.mayBeOne(row, candidate)) continue;
      taken.add(candidate);
      return [[row, candidate]];
    }
    return [];
  });
}

/** Balances of several sources queue a candidate more than once. */
function nextOf(queue: FiledCandidate[], taken: ReadonlySet<FiledCandidate>): FiledCandidate | undefined {
  for (let last = queue.at(-1); last; last = queue.at(-1)) {
    if (!taken.has(last)) return last;
    queue.pop();
  }
  return undefined;
}

/** Limit of pairs (rows times candidates) that are compared by name. */
const COMPARED_MAX = 10_000;
const NAMES_BEST_FIRST: readonly NameEvidence[] = ['same', 'similar', 'unknown', 'different'];

/** Joins the pairs with the most similar names first, but never if the other party's account numbers differ. */
function byNames(
  rows: readonly FiledRow[],
  candidates: readonly FiledCandidate[],
  names: NameComparison,
): Joined[] {
  const possible = rows.flatMap((row, at) =>
    candidates.flatMap((candidate, index) => {
      const [one, other] = [row.row.document, candidate.stored.document];
      if (!mayBeOne(row, candidate) || compareNumbers(one, other) === 'different') return [];
      const cost = [NAMES_BEST_FIRST.indexOf(compareNames(one, other, names)), index, at];
      return [{ joined: [row, candidate] satisfies Joined, cost }];
    }),
  );
  possible.sort((a, b) => compareCosts(a.cost, b.cost));
  const taken = new Set<object>();
  return possible.flatMap(({ joined }) => {
    if (joined.some((one) => taken.has(one))) return [];
    for (const one of joined) taken.add(one);
    return [joined];
  });
}

function otherNumber({ document }: Pick<Pair['row'], 'document'>): string {
  const party = otherParty(document);
  return party?.iban ?? party?.bban ?? '';
}
