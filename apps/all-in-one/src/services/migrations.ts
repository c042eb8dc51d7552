import { MIGRATIONS as API_GATEWAY } from '@tributary/api-gateway';
import { ServiceName } from '@tributary/contracts';
import { MIGRATIONS as INGESTION_SYNC } from '@tributary/ingestion-sync';
import { MIGRATIONS as RULE_ENGINE } from '@tributary/rule-engine';
import { PLATFORM_MIGRATIONS } from '@tributary/service';
import { MIGRATIONS as TRANSFER_ENGINE } from '@tributary/transfer-engine';
import { MIGRATIONS as WEBHOOK_DISPATCHER } from '@tributary/webhook-dispatcher';
import type { MigrationInterface } from 'typeorm';

export type Migration = new () => MigrationInterface;

const OF_SERVICES: Readonly<Record<ServiceName, readonly Migration[]>> = {
  'api-gateway': API_GATEWAY,
  'ingestion-sync': INGESTION_SYNC,
  'rule-engine': RULE_ENGINE,
  'transfer-engine': TRANSFER_ENGINE,
  'webhook-dispatcher': WEBHOOK_DISPATCHER,
};

/** Returns all migrations of a service, in the order of execution. */
export function migrationSteps(service: ServiceName): Migration[] {
  return [...PLATFORM_MIGRATIONS, ...OF_SERVICES[service]].sort((a, b) => timeOf(a) - timeOf(b));
}

/** Returns the time in a migration's name, which TypeORM reads, too. */
function timeOf({ name }: Migration): number {
  return Number(name.slice(-13));
}
