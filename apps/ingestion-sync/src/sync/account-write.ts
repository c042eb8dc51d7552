import { Context } from '@opentelemetry/api';
import { BalanceDocument, Health } from '@tributary/contracts';
import { HistoryState } from '../accounts/account-row';
import { AccountProfile, HoldingsReading, RejectedRow } from '../providers/provider.port';
import { AnswerCoverage } from '../transactions/matching/answer';
import { TransactionRow } from '../transactions/transaction-rows';
import { RetriedRows } from '../transactions/unread/unread-rows';
import { Allowance } from '../providers/metering/allowances';
import { ClaimedAccount } from './claim-accounts';
import { HeldWindow } from './windows';

/** The state of an account's history once its windows are saved. */
export interface HistoryWrite {
  readonly coveredTo: string | null;
  readonly state: HistoryState;
  readonly cursor: string | null;
  readonly endReason: string | null;
  /** The mark of the next reading; null keeps the stored one. */
  readonly syncCursor: string | null;
}

/** How the sync ended: written last, it gives the account back. */
export interface FinishWrite {
  readonly health: Health;
  /** All that was to be read newly was. */
  readonly transactionsSynced: boolean;
  readonly nextSyncInMs: number | null;
  readonly nextAllowedInMs: number | null;
  /** Until the history is complete, as far as that is known. */
  readonly backfillEndsInMs: number | null;
  /** Where balances and transactions were both read whole: what to reconcile. */
  readonly reconcilable: { readonly balances: readonly BalanceDocument[]; readonly floor: string } | null;
}

/** The write of one account's sync, all or nothing. */
export interface AccountWrite {
  readonly account: ClaimedAccount;
  readonly trace: Context;
  readonly rows: readonly TransactionRow[];
  /** The days that the answers cover; empty if changes are listed instead. */
  readonly coverage: readonly AnswerCoverage[];
  readonly reportsChanges: boolean;
  /** Identity keys of rows that the provider removed. */
  readonly removals: readonly string[];
  readonly rejected: readonly RejectedRow[];
  /** Rows of earlier answers that were tried again. */
  readonly retried: RetriedRows;
  readonly held: readonly HeldWindow[];
  /** Held windows that are done with. */
  readonly released: readonly { readonly from: string; readonly to: string }[];
  readonly history: HistoryWrite | null;
  readonly profile: AccountProfile | null;
  readonly balances: readonly BalanceDocument[] | null;
  readonly holdings: HoldingsReading | null;
  readonly allowances: readonly Allowance[];
  /** While the sync goes on; null: as it was. */
  readonly health: Health | null;
  readonly finish: FinishWrite | null;
  /** The account's row is to be published. */
  readonly isPublished: boolean;
}

/** Another instance has the account by now: nothing of the write was saved. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor() {
    super('the account was taken over by another instance');
  }
}
