import {
  BalanceDocument,
  BalanceSnapshottedV1,
  Caller,
  CommandPayload,
  CommandResult,
  Problem,
  RecordBalance,
} from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { parseDecimal, withMinorDigits, addDays, utcDay } from '@tributary/money';
import { Tx } from '@tributary/persistence';
import { accountPayload, accountUpserted } from '../account-row';
import { lockOwnAccount } from '../chosen-accounts';
import { upsertBalance } from './balances.store';
import { CLOSING_BOOKED } from './pick-balances';
import { showBalances } from './show-balances';

const NOT_BY_HAND =
  'The institution of this account says what it holds; only accounts that are kept by hand take balances.';

/**
 * Records the balance of a manual account at the end of a day. The account shows the balance of the newest day, in
 * whatever order balances are recorded.
 * @throws Problem
 */
export async function recordBalance(
  tx: Tx,
  caller: Caller,
  { financialAccountId, referenceDate, amount }: CommandPayload<typeof RecordBalance>,
): Promise<CommandResult<typeof RecordBalance>> {
  const account = await lockOwnAccount(tx, caller, financialAccountId);
  const { currency } = account.profile;
  if (account.connection_id !== null || currency === null) throw Problem.conflict(NOT_BY_HAND);
  checkDay(referenceDate);
  const document: BalanceDocument = {
    amount: withMinorDigits(parseDecimal(amount), currency),
    currency,
    type: CLOSING_BOOKED,
    category: null,
    reference_date: referenceDate,
    last_committed_transaction_entry_ref: null,
    integrator_last_changed_at: null,
  };
  const saved = await upsertBalance(tx, account.id, document);
  const { row, snapshot } = await showBalances(tx, account, { saved: [saved], removed: [] });
  await appendToOutbox(tx, [accountUpserted(row), event(BalanceSnapshottedV1, row.id, snapshot)]);
  return { account: accountPayload(row), snapshot };
}

/** Checks that the day is not in the future; tomorrow has already begun in some time zones. */
function checkDay(referenceDate: string): void {
  if (referenceDate <= addDays(utcDay(Date.now()), 1)) return;
  throw Problem.invalid({ reference_date: ['The reference_date must not be in the future.'] });
}
