import { ClaimedAccount } from '../claim-accounts';
import { CursorReading } from './cursor-reading';
import { MeteredCalls } from '../../providers/metering/metered-calls';
import { ReadingSource, TransactionReading } from './transaction-reading';
import { WindowReading } from './window-reading';

/** In the style that the provider declares. */
export function chooseReading(
  account: ClaimedAccount,
  source: ReadingSource,
  calls: MeteredCalls,
): TransactionReading {
  const { style } = source.provider.capabilities;
  switch (style) {
    case 'window':
      return new WindowReading(account, source, calls);
    case 'cursor':
      return new CursorReading(account, source, calls);
    default: {
      const unknown: never = style;
      return unknown;
    }
  }
}
