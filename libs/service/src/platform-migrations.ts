import { Jobs1764300000000, JobSignals1764700139000 } from '@tributary/jobs';
import { MESSAGING_MIGRATIONS } from '@tributary/messaging';
import { MigrationInterface } from 'typeorm';
import { FollowedGrants1764110000000 } from './grants/followed-grants.migration';
import { GrantSignals1764700139002 } from './grants/grant-signals.migration';
import { OperatorTables1763610000000 } from './operator/operator-tables.migration';
import { ErasedUsers1763980000001 } from './user-data/erased-users.migration';

/**
 * The shared tables of every service's schema. Their migrations run with the service's own, in the order of their
 * times.
 */
export const PLATFORM_MIGRATIONS: readonly (new () => MigrationInterface)[] = [
  ...MESSAGING_MIGRATIONS,
  OperatorTables1763610000000,
  ErasedUsers1763980000001,
  FollowedGrants1764110000000,
  Jobs1764300000000,
  JobSignals1764700139000,
  GrantSignals1764700139002,
];
