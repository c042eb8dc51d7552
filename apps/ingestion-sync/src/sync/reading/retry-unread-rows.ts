import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { AccountProvider, ProviderTransaction } from '../../providers/provider.port';
import { checked, ROW_READER, RowRefused } from '../../providers/read-rows';
import { inZone } from '../../providers/mapping/time-zones';
import { withoutTooOld } from '../../transactions/start-date';
import { toRows } from '../../transactions/transaction-rows';
import { rejectedContext } from '../../transactions/unread/unread-rows';
import { ClaimedAccount } from '../claim-accounts';
import { UnsavedReadings } from '../unsaved-readings';

/** A row that an earlier release could not read. */
export interface UntriedRow {
  readonly id: number;
  readonly booked: boolean;
  readonly rawJson: string;
}

/** Loads the rows of an account that this release has not tried. */
export async function loadUntriedRows(
  database: Database,
  box: SecretBox,
  accountId: number,
): Promise<UntriedRow[]> {
  const rows = await database.query<{ id: number; fingerprint: string; booked: boolean; raw_sealed: string }>(
    `select id, fingerprint, booked, raw_sealed from rejected_transactions
      where account_id = $1 and reader < $2 order by id`,
    [accountId, ROW_READER],
  );
  return rows.map(({ id, booked, fingerprint, raw_sealed }) => ({
    id,
    booked,
    rawJson: box.open(raw_sealed, rejectedContext(accountId, fingerprint)),
  }));
}

/** Reads rows again that an earlier release set aside, without a call to the provider. */
export function retryUnreadRows(
  account: ClaimedAccount,
  provider: Pick<AccountProvider, 'readStored'>,
  untried: readonly UntriedRow[],
  unsaved: UnsavedReadings,
): void {
  const { config, timeZone, currency: accountCurrency, category: accountCategory } = account;
  const transactions: ProviderTransaction[] = [];
  const [read, unread]: [number[], number[]] = [[], []];
  for (const { id, booked, rawJson } of untried) {
    const result = readAgain(() =>
      provider.readStored({ rawJson, booked, accountCurrency, accountCategory }),
    );
    (result.isRead ? read : unread).push(id);
    if (result.transaction) transactions.push(inZone(result.transaction, timeZone));
  }
  unsaved.addRetried(toRows(withoutTooOld(transactions, config), config), { read, unread });
}

/** A row that turns out to be no transaction is read, too. */
function readAgain(read: () => ProviderTransaction | null): {
  readonly isRead: boolean;
  readonly transaction: ProviderTransaction | null;
} {
  try {
    const transaction = read();
    return { isRead: true, transaction: transaction && checked(transaction) };
  } catch (error) {
    // What was never JSON does not become it.
    if (error instanceof RowRefused || error instanceof SyntaxError)
      return { isRead: false, transaction: null };
    throw error;
  }
}
