import {
  BalanceDocument,
  BalanceSnapshottedV1,
  Caller,
  CommandPayload,
  CommandResult,
  EventPayload,
  Problem,
  RecordBalance,
} from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { parseDecimal, withMinorDigits } from '@tributary/money';
import { Tx } from '@tributary/persistence';
import { accountPayload, accountUpserted, AccountRow } from '../accounts/account-row';
import { lockOwnAccount } from '../accounts/chosen-accounts';
import { balanceDigest, pickBalances } from '../balances/pick-balances';
import { addDays, dayOf } from '../calendar';

const NOT_BY_HAND =
  'The institution of this account says what it holds; only accounts that are kept by hand take balances.';
/** By the Berlin Group: what was booked at the end of the day. */
const TYPE = 'closingBooked';

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
    type: TYPE,
    category: null,
    reference_date: referenceDate,
    last_committed_transaction_entry_ref: null,
    integrator_last_changed_at: null,
  };
  const saved = await saveEntry(tx, account.id, document);
  const snapshotAt = new Date().toISOString();
  const { row, changed } = await showNewest(tx, account, snapshotAt);
  const snapshot = toSnapshot(row, saved, { changed, snapshotAt });
  await appendToOutbox(tx, [accountUpserted(row), event(BalanceSnapshottedV1, row.id, snapshot)]);
  return { account: accountPayload(row), snapshot };
}

/** In some time zones tomorrow has begun. */
function checkDay(referenceDate: string): void {
  if (referenceDate <= addDays(dayOf(Date.now()), 1)) return;
  throw Problem.invalid({ reference_date: ['The reference_date must not be in the future.'] });
}

interface SavedEntry {
  readonly id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: BalanceDocument;
}

async function saveEntry(tx: Tx, accountId: number, document: BalanceDocument): Promise<SavedEntry> {
  const [saved] = await tx.query<SavedEntry>(
    `insert into balances as b (account_id, type, currency, reference_day, document)
     values ($1, $2, $3, $4, $5)
     on conflict (account_id, type, currency, reference_day) do update
        set document = excluded.document,
            updated_at = case when b.document = excluded.document then b.updated_at else now() end
     returning id, created_at, updated_at, document`,
    [accountId, document.type, document.currency, document.reference_date, JSON.stringify(document)],
  );
  if (!saved) throw new Error('the balance was not saved');
  return saved;
}

/** The account shows its newest balance. `changed`: it is another one than before. */
async function showNewest(
  tx: Tx,
  account: AccountRow,
  snapshotAt: string,
): Promise<{ row: AccountRow & WithBalances; changed: boolean }> {
  const newest = await tx.query<{ document: BalanceDocument }>(
    'select document from balances where account_id = $1 order by reference_day desc, id desc limit 1',
    [account.id],
  );
  const documents = newest.map(({ document }) => document);
  const picked = pickBalances(documents, account.profile.currency);
  const [row] = await tx.query<AccountRow & WithBalances & { old_digest: string | null }>(
    `update financial_accounts a
        set balances_synced_at = now(), balance_version = a.balance_version + 1, balance_digest = $2,
            balances_published = $3, version = a.version + 1, updated_at = now()
       from (select id, balance_digest as old_digest from financial_accounts where id = $1) old
      where a.id = old.id
     returning a.*, old.old_digest`,
    [account.id, balanceDigest(documents), JSON.stringify({ snapshotAt, ...picked })],
  );
  if (!row) throw new Error('the locked account is gone');
  return { row, changed: row.old_digest !== row.balance_digest };
}

interface WithBalances {
  readonly balance_digest: string | null;
  readonly balances_published: ReturnType<typeof pickBalances>;
}

function toSnapshot(
  row: AccountRow & WithBalances,
  { id, created_at, updated_at, document }: SavedEntry,
  { changed, snapshotAt }: { readonly changed: boolean; readonly snapshotAt: string },
): EventPayload<typeof BalanceSnapshottedV1> {
  const { currency, cleared, available } = row.balances_published;
  const entry = { id, createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString(), document };
  return {
    financialAccountId: row.id,
    userId: row.user_id,
    version: row.balance_version,
    changed,
    snapshotAt,
    currency,
    cleared,
    available,
    balances: [entry],
  };
}
