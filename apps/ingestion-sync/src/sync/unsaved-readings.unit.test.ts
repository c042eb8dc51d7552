import { ROOT_CONTEXT } from '@opentelemetry/api';
import { TransactionRow } from '../transactions/transaction-rows';
import { HistoryWrite } from './account-write';
import { ClaimedAccount } from './due/claim-accounts';
import { UnsavedReadings } from './unsaved-readings';

const HISTORY: HistoryWrite = {
  coveredTo: null,
  state: 'LOADING',
  cursor: null,
  endReason: null,
  syncCursor: null,
};

describe('what was read of an account', () => {
  it('may have a quarter of a million rows, readable and not', () => {
    const unsaved = new UnsavedReadings({} as ClaimedAccount, ROOT_CONTEXT);
    const rows = Array.from(
      { length: 250_000 },
      (_, index) => ({ identityKey: `i:${index}` }) as TransactionRow,
    );
    const rejected = rows.map(() => ({
      providerTransactionId: null,
      reason: 'unreadable',
      rawJson: '{}',
      day: null,
    }));
    unsaved.addWindow(rows, null, rejected, HISTORY, 0);
    const write = unsaved.drain(null);
    expect([write.rows.length, write.rejected.length]).toEqual([250_000, 250_000]);
  });
});
