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
import { parseDecimal, withMinorDigits } from '@tributary/money';
import { Tx } from '@tributary/persistence';
import { accountPayload, accountUpserted } from '../account-row';
import { lockOwnAccount } from '../chosen-accounts';
import { CLOSING_BOOKED } from './pick-balances';
import { SavedBalance, showBalances } from './show-balances';
import { addDays, dayOf } from '../../providers/mapping/calendar';

const NOT_BY_HAND =
  'The institution of this account says what it holds; only accounts that are kept by hand take balances.';

/**
 * Records the balance of an account by hand at the end of a day. The account shows the balance of the newest day, in
 * whatever order balances are recorded. @throws Problem
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
  const saved = await saveEntry(tx, account.id, document);
  const { row, snapshot } = await showBalances(tx, account, { saved: [saved], removed: [] });
  await appendToOutbox(tx, [accountUpserted(row), event(BalanceSnapshottedV1, row.id, snapshot)]);
  return { account: accountPayload(row), snapshot };
}

/** In some time zones tomorrow has begun. */
function checkDay(referenceDate: string): void {
  if (referenceDate <= addDays(dayOf(Date.now()), 1)) return;
  throw Problem.invalid({ reference_date: ['The reference_date must not be in the future.'] });
}

async function saveEntry(tx: Tx, accountId: number, document: BalanceDocument): Promise<SavedBalance> {
  const [saved] = await tx.query<SavedBalance>(
    `insert into balances as b (account_id, type, currency, reference_day, document)
     values ($1, $2, $3, $4, $5)
     on conflict (account_id, type, currency, reference_day) do update
        set document = excluded.document, from_file = false,
            updated_at = case when b.document = excluded.document then b.updated_at else now() end
     returning id, created_at, updated_at, document`,
    [accountId, document.type, document.currency, document.reference_date, JSON.stringify(document)],
  );
  if (!saved) throw new Error('the balance was not saved');
  return saved;
}
