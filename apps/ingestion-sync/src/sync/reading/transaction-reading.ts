import { Clock } from '@tributary/messaging';
import { AccountNotice, AccountProvider } from '../../providers/provider.port';
import { ProviderFailure } from '../../providers/provider.errors';
import { UnsavedReadings } from '../unsaved-readings';
import { HistoryProgress } from '../windows';

/** Result of one step of reading. */
export type ReadStep =
  | { readonly kind: 'read'; readonly notice?: AccountNotice | null }
  /** The reading is complete. */
  | { readonly kind: 'done' }
  | { readonly kind: 'no_allowance'; readonly isRegular: boolean }
  | { readonly kind: 'failed'; readonly failure: ProviderFailure };

/** The caller of the provider's transactions. */
export interface ReadingSource {
  readonly provider: AccountProvider;
  readonly clock: Clock;
}

/** Reads the transactions of one account, step by step, and tracks the progress. */
export interface TransactionReading {
  /** True if all new transactions were read. */
  readonly recentDone: boolean;
  /** True if no older history can be requested. */
  readonly historyComplete: boolean;
  readonly transactionsFailed: boolean;
  /** Progress through the windows; null if the provider has no windows. */
  readonly progress: HistoryProgress | null;
  /** Reads the next page or window into `unsaved`. */
  readNext(unsaved: UnsavedReadings): Promise<ReadStep>;
}
