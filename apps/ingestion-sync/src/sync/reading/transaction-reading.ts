import { Clock } from '@tributary/messaging';
import { AccountNotice, AccountProvider } from '../../providers/provider.port';
import { ProviderFailure } from '../../providers/provider.errors';
import { UnsavedReadings } from '../unsaved-readings';
import { HistoryProgress } from '../windows';

/** What one step of reading came to. */
export type ReadStep =
  | { readonly kind: 'read'; readonly notice?: AccountNotice | null }
  /** Nothing is left to be read. */
  | { readonly kind: 'done' }
  | { readonly kind: 'no_allowance'; readonly isRegular: boolean }
  | { readonly kind: 'failed'; readonly failure: ProviderFailure };

/** The caller of the provider's transactions. */
export interface ReadingSource {
  readonly provider: AccountProvider;
  readonly clock: Clock;
}

/** Reads the transactions of one account, step by step, and keeps the progress. */
export interface TransactionReading {
  /** All that is new was read. */
  readonly recentDone: boolean;
  /** No older history can be requested. */
  readonly historyComplete: boolean;
  readonly transactionsFailed: boolean;
  /** How far the windows came; null where the provider knows no windows. */
  readonly progress: HistoryProgress | null;
  /** Reads the next answer into `unsaved`. */
  readNext(unsaved: UnsavedReadings): Promise<ReadStep>;
}
