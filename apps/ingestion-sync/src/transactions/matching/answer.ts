import { DateWindow } from '../../providers/provider.port';
import { SettlementRules } from './evidence/settlement-evidence';
import { StoredSettlement } from '../stored-settlement';
import { effectiveDay, StoredTransaction } from '../stored-transaction';
import { TransactionRow } from '../transaction-rows';
import { ListingSource } from './listings';

/** What an answer covers; that something is not in it means something only where it is complete. */
export interface AnswerCoverage extends DateWindow {
  readonly includesPending: boolean;
  readonly complete: boolean;
  /** False where rows may be missing, apart from those that could not be read. */
  readonly listsAll?: boolean;
  /** Older history, without pending entries. */
  readonly isBackfill: boolean;
}

/** One account's answers beside what is stored of the account: all that the decision on them rests on. */
export interface AccountAnswer {
  /** Those that are not stored just so already. */
  readonly rows: readonly TransactionRow[];
  /** Ids of the stored transactions that the answers list unchanged. */
  readonly listed: ReadonlySet<number>;
  /** Keys of unchanged rows: they are in use. */
  readonly listedKeys: ReadonlySet<string>;
  /** What the rows may be, what pending entries there are, and what holds their keys. */
  readonly stored: readonly StoredTransaction[];
  /**
   * The provider reports changes: what it does not mention is as it was, and its ids are to be relied on. Otherwise it
   * lists what there is.
   */
  readonly reportsChanges: boolean;
  /** The file that the rows are of; null: the provider sent them. */
  readonly file: ListingSource | null;
  /** Settlements in force. */
  readonly settlements: readonly StoredSettlement[];
  readonly coverage: readonly AnswerCoverage[];
  /** Keys of transactions that the provider removed. */
  readonly withdrawn: ReadonlySet<string>;
  readonly duplicateFields: readonly string[];
  readonly rules: SettlementRules;
  /** UTC. */
  readonly today: string;
}

/** Something with a day of its own, or else the one on which it was first seen. */
type Dated = Pick<StoredTransaction, 'day' | 'seenOn'>;

/**
 * A complete answer covers the day of the stored transaction. The first and last day of a window do not count: banks
 * differ in which of an entry's dates they cut by.
 */
export function isCovered(stored: Dated, coverage: readonly AnswerCoverage[]): boolean {
  const day = effectiveDay(stored);
  return coverage.some(({ from, to, complete }) => complete && from < day && (to === null || day < to));
}

/** The day of the stored transaction was requested, whether the answer is complete or not. */
export function isAskedFor(stored: Dated, coverage: readonly AnswerCoverage[]): boolean {
  return isCovered(
    stored,
    coverage.map((window) => ({ ...window, complete: true })),
  );
}

/** A complete answer would list the pending entry if the bank still had it. */
export function isPendingCovered(stored: Dated, coverage: readonly AnswerCoverage[]): boolean {
  return isCovered(
    stored,
    coverage.filter(({ includesPending, isBackfill }) => includesPending && !isBackfill),
  );
}
