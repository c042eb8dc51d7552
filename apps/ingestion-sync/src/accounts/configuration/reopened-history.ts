import { AccountConfig } from '@tributary/contracts';
import { AccountRow } from '../account-row';

/**
 * Returns the day before which an account's history must be loaded, if the user wants more of it: a complete history
 * ended at the earlier start date. Null if there is nothing to load.
 * @param today UTC
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
