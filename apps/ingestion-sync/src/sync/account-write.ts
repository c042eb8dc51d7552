import { Context } from '@opentelemetry/api';
import { BalanceDocument, Health } from '@tributary/contracts';
import { HistoryState } from '../accounts/account-row';
import { AccountProfile, HoldingsReading, RejectedRow } from '../providers/provider.port';
import { AnswerCoverage } from '../transactions/matching/answer';
import { TransactionRow } from '../transactions/transaction-rows';
import { RetriedRows } from '../transactions/unread/unread-rows';
import { Allowance } from '../providers/metering/allowances';
import { ClaimedAccount } from './due/claim-accounts';
import { HeldWindow } from './windows';

/** The state of an account's history once its windows are saved. */
export interface HistoryWrite {
  readonly coveredTo: string | null;
  readonly state: HistoryState;
  readonly cursor: string | null;
  readonly endReason: string | null;
  /** The mark from which the next sync reads; null leaves the stored mark unchanged. */
  readonly syncCursor: string | null;
}

/** The end of a sync. It is written last and releases the account's lease. */
export interface FinishWrite {
  readonly health: Health;
  /** True if all new transactions were read and saved. */
  readonly transactionsSynced: boolean;
  readonly nextSyncInMs: number | null;
  readonly nextAllowedInMs: number | null;
  /** Estimated time until the history is complete; null if it is complete or unknown. */
  readonly backfillEndsInMs: number | null;
  /** Balances to reconcile with transactions from `floor` on; null unless both were read completely. */
  readonly reconcilable: { readonly balances: readonly BalanceDocument[]; readonly floor: string } | null;
}

/** A write of an account's sync, which is saved completely or not at all. */
export interface AccountWrite {
  readonly account: ClaimedAccount;
  readonly trace: Context;
  readonly rows: readonly TransactionRow[];
  /** The days that the pages cover; empty if the provider lists changes instead. */
  readonly coverage: readonly AnswerCoverage[];
  readonly reportsChanges: boolean;
  /** Identity keys of rows that the provider removed. */
  readonly removals: readonly string[];
  readonly rejected: readonly RejectedRow[];
  /** Stored rows of earlier syncs that were read again. */
  readonly retried: RetriedRows;
  readonly held: readonly HeldWindow[];
  /** Held windows that need no further reading. */
  readonly released: readonly { readonly from: string; readonly to: string }[];
  readonly history: HistoryWrite | null;
  readonly profile: AccountProfile | null;
  readonly balances: readonly BalanceDocument[] | null;
  readonly holdings: HoldingsReading | null;
  readonly allowances: readonly Allowance[];
  /** Health to show during the sync; null leaves the health unchanged. */
  readonly health: Health | null;
  readonly finish: FinishWrite | null;
  /** True if the account itself must be published. */
  readonly isPublished: boolean;
}
