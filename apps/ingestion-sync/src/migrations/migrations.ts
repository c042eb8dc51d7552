import { baseline } from '@tributary/persistence';
import { CanonicalAmounts1764800165100 } from './canonical-amounts.migration';
import { ConnectionRequests1764500126000 } from './connection-requests.migration';
import { DuplicateReviews1764800166000 } from './duplicate-reviews.migration';
import { ExchangeRates1764900200000 } from './exchange-rates.migration';
import { FileEntryKinds1764800100000 } from './file-entry-kinds.migration';
import { FileFlow1764800167000 } from './file-flow.migration';
import { FileHoldings1764800168000 } from './file-holdings.migration';
import { FileImports1764600131000 } from './file-imports.migration';
import { LostSyncs1764900170100 } from './lost-syncs.migration';
import { QifReadings1764700136000 } from './qif-readings.migration';
import { UnderReview1764800165000 } from './under-review.migration';
import { UncomparedEntries1764900170000 } from './uncompared-entries.migration';
import { UnreadRows1764900180000 } from './unread-rows.migration';
import { TimeZones1764900190000 } from './time-zones.migration';
import { WorkSignals1764700139001 } from './work-signals.migration';
import { TransferPairExchange1764900210000 } from './transfer-pair-exchange.migration';
import { TransferSearchRequests1764700143000 } from './transfer-search-requests.migration';

/** The migrations of ingestion-sync, oldest first, beginning with the baseline. */
export const MIGRATIONS = [
  baseline(__dirname, ['connections', 'accounts', 'transactions']),
  ConnectionRequests1764500126000,
  FileImports1764600131000,
  QifReadings1764700136000,
  WorkSignals1764700139001,
  TransferSearchRequests1764700143000,
  FileEntryKinds1764800100000,
  UnderReview1764800165000,
  CanonicalAmounts1764800165100,
  FileFlow1764800167000,
  DuplicateReviews1764800166000,
  FileHoldings1764800168000,
  UncomparedEntries1764900170000,
  LostSyncs1764900170100,
  UnreadRows1764900180000,
  TimeZones1764900190000,
  ExchangeRates1764900200000,
  TransferPairExchange1764900210000,
];
