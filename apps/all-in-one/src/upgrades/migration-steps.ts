import { ServiceName } from '@tributary/contracts';
import { AnsweredUsers1763980000000, MessagingTables1763600000000 } from '@tributary/messaging';
import {
  ErasedUsers1763980000001,
  OperatorRequesters1764010000000,
  OperatorTables1763610000000,
} from '@tributary/service';
import { workspaceRoot } from '@tributary/testing';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { MigrationInterface } from 'typeorm';

export type Migration = new () => MigrationInterface;

/** What every service's schema has. */
const PLATFORM: readonly Migration[] = [
  MessagingTables1763600000000,
  OperatorTables1763610000000,
  OperatorRequesters1764010000000,
  AnsweredUsers1763980000000,
  ErasedUsers1763980000001,
];

/** All migrations of a service, from the first to the last, found by their files so that none can be left out. */
export function migrationSteps(service: ServiceName, load = createRequire(__filename)): Migration[] {
  const folder = path.join(workspaceRoot(), 'apps', service, 'src/migrations');
  const found = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => Object.values(load(path.join(folder, file)) as Record<string, unknown>))
    .filter(isMigration);
  return [...PLATFORM, ...found].sort((a, b) => timeOf(a) - timeOf(b));
}

function isMigration(value: unknown): value is Migration {
  return typeof value === 'function' && 'up' in (value.prototype as object);
}

/** TypeORM reads the moment from the name, too. */
function timeOf({ name }: Migration): number {
  return Number(name.slice(-13));
}
