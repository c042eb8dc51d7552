import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { AccountProvider, ProviderTransaction } from '../../providers/provider.port';
import { checked, ROW_READER, RowRefused } from '../../providers/read-rows';
import { inZone } from '../../providers/mapping/time-zones';
import { withoutTooOld } from '../../transactions/start-date';
import { toRows } from '../../transactions/transaction-rows';
import { rejectedContext, untriedRows } from '../../transactions/unread/unread-rows.store';
import { ClaimedAccount } from '../due/claim-accounts';
import { UnsavedReadings } from '../unsaved-readings';

/** A row that an earlier release could not read. */
export interface UntriedRow {
  readonly id: number;
  readonly booked: boolean;
  readonly rawJson: string;
}

/** Loads the rows of an account that this release has not tried to read. */
export async function loadUntriedRows(
  database: Database,
  box: SecretBox,
  accountId: number,
): Promise<UntriedRow[]> {
  const rows = await untriedRows(database, accountId, ROW_READER);
  return rows.map(({ id, booked, fingerprint, raw_sealed }) => ({
    id,
    booked,
    rawJson: box.open(raw_sealed, rejectedContext(accountId, fingerprint)),
  }));
}

/** Reads stored rows again that an earlier release could not read, without a call to the provider. */
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

/** A row that turns out not to be a transaction counts as read, too. */
function readAgain(read: () => ProviderTransaction | null): {
  readonly isRead: boolean;
  readonly transaction: ProviderTransaction | null;
} {
  try {
    const transaction = read();
    return { isRead: true, transaction: transaction && checked(transaction) };
  } catch (error) {
    // A stored row that is not JSON stays unread.
    if (error instanceof RowRefused || error instanceof SyntaxError)
      return { isRead: false, transaction: null };
    throw error;
  }
}
