import { AccountConfig } from '@tributary/contracts';
import { AccountRow } from '../account-row';

/**
 * The day before which an account's history must be loaded, if its user wants more of it: a complete history ended at
 * the earlier start date. Null if there is nothing to load. @param today UTC
 */
export function reopenedFrom(
  { history_state, config: { sync_start_date: before } }: Pick<AccountRow, 'history_state' | 'config'>,
  { sync_start_date: after }: AccountConfig,
  today: string,
): string | null {
  if (history_state !== 'COMPLETE' || before === null) return null;
  if (after !== null && after >= before) return null;
  return before < today ? before : today;
}

/** Assignments that open the history of account `a` again before the day that `day` says (SQL; null: not at all). */
export function reopening(day: string): string {
  return `
    history_state = case when ${day} is null then a.history_state else 'LOADING' end,
    backfill_cursor = coalesce(${day}, a.backfill_cursor),
    history_end_reason = case when ${day} is null then a.history_end_reason end`;
}
