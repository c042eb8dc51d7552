import { MigrationInterface } from 'typeorm';
import { MessagingTables1763600000000 } from './messaging-tables.migration';
import { OutboxColumns1764950000000 } from './outbox-columns.migration';
import { OutboxFunction1764900000000 } from './outbox-function.migration';

/** Tables and functions of the bus in every service's schema. */
export const MESSAGING_MIGRATIONS: readonly (new () => MigrationInterface)[] = [
  MessagingTables1763600000000,
  OutboxFunction1764900000000,
  OutboxColumns1764950000000,
];
