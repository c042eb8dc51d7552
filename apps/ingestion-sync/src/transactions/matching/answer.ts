import { DateWindow } from '../../providers/provider.port';
import { SettlementRules } from './evidence/settlement-evidence';
import { StoredSettlement } from '../stored-settlement';
import { effectiveDay, StoredTransaction } from '../stored-transaction';
import { TransactionRow } from '../transaction-rows';
import { ListingSource } from './listings';

/** The days that the read rows cover. An absent entry counts as gone only if the coverage is complete. */
export interface AnswerCoverage extends DateWindow {
  readonly includesPending: boolean;
  readonly complete: boolean;
  /** False if rows may be missing, apart from rows that could not be read. */
  readonly listsAll?: boolean;
  /** True for older history, read without pending entries. */
  readonly isBackfill: boolean;
}

/** All data for the decision on an account's rows: the rows that were read, and the stored transactions. */
export interface AccountAnswer {
  /** Rows that are not stored with the same key and content. */
  readonly rows: readonly TransactionRow[];
  /** Ids of the stored transactions that the bank lists unchanged. */
  readonly listed: ReadonlySet<number>;
  /** Keys of unchanged rows, which are in use. */
  readonly listedKeys: ReadonlySet<string>;
  /** Stored transactions that the rows may be, pending entries, and transactions that have the rows' keys. */
  readonly stored: readonly StoredTransaction[];
  /**
   * True if the provider reports changes: entries that it does not mention are unchanged, and its ids are reliable.
   * Otherwise it lists all entries.
   */
  readonly reportsChanges: boolean;
  /** The file that contains the rows; null if the provider sent them. */
  readonly file: ListingSource | null;
  /** Settlements in force. */
  readonly settlements: readonly StoredSettlement[];
  readonly coverage: readonly AnswerCoverage[];
  /** Keys of transactions that the provider removed. */
  readonly withdrawn: ReadonlySet<string>;
  readonly duplicateFields: readonly string[];
  readonly rules: SettlementRules;
  /** The current day in UTC. */
  readonly today: string;
}

/** An entry with its own day, or else with the day on which it was first seen. */
type Dated = Pick<StoredTransaction, 'day' | 'seenOn'>;

/**
 * Whether a complete reading covers the day of the stored transaction. The first and last day of a window do not count,
 * because banks differ in which of an entry's dates they filter by.
 */
export function isCovered(stored: Dated, coverage: readonly AnswerCoverage[]): boolean {
  const day = effectiveDay(stored);
  return coverage.some(({ from, to, complete }) => complete && from < day && (to === null || day < to));
}

/** Whether the day of the stored transaction was requested, even if the result is incomplete. */
export function isAskedFor(stored: Dated, coverage: readonly AnswerCoverage[]): boolean {
  return isCovered(
    stored,
    coverage.map((window) => ({ ...window, complete: true })),
  );
}

/** Whether the pending entry would have been listed if the bank still had it. */
export function isPendingCovered(stored: Dated, coverage: readonly AnswerCoverage[]): boolean {
  return isCovered(
    stored,
    coverage.filter(({ includesPending, isBackfill }) => includesPending && !isBackfill),
  );
}
