import { TransactionChanges } from '@tributary/contracts';
import { bulkResult, ItemResults } from '../../src/transactions/by-hand/each-item';

/** What a command about one transaction changed. @throws Problem if it was refused */
export function onlyResult(results: ItemResults): TransactionChanges {
  const [changed] = bulkResult(results, 'all_or_none').changes;
  if (!changed) throw new Error('a command about one transaction changed none');
  return changed;
}
