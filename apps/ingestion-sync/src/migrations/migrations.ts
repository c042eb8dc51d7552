import { ErasedConsents1763980000011 } from './erased-consents.migration';
import { AttendedSyncs1763930000000 } from './attended-syncs.migration';
import { ConnectionAuthors1764110000011 } from './connection-authors.migration';
import { ConnectionSetup1763800000000 } from './connection-setup.migration';
import { EndedSetups1764030000101 } from './ended-setups.migration';
import { Enrichment1763900000000 } from './enrichment.migration';
import { Holdings1763910000000 } from './holdings.migration';
import { IngestionTables1763700000000 } from './ingestion-tables.migration';
import { MappedIdentifiers1764210000011 } from './mapped-identifiers.migration';
import { ReadingStyles1763740000000 } from './reading-styles.migration';
import { ReprocessingJobs1764300000001 } from './reprocessing-jobs.migration';
import { Reprocessings1763920000000 } from './reprocessings.migration';
import { Settlement1763810000000 } from './settlement.migration';
import { ToldSnapshots1763995000011 } from './told-snapshots.migration';

/** All changes of the schema, oldest first. */
export const MIGRATIONS = [
  IngestionTables1763700000000,
  ReadingStyles1763740000000,
  ConnectionSetup1763800000000,
  Settlement1763810000000,
  Enrichment1763900000000,
  Holdings1763910000000,
  Reprocessings1763920000000,
  AttendedSyncs1763930000000,
  ToldSnapshots1763995000011,
  ErasedConsents1763980000011,
  EndedSetups1764030000101,
  ConnectionAuthors1764110000011,
  MappedIdentifiers1764210000011,
  ReprocessingJobs1764300000001,
];
