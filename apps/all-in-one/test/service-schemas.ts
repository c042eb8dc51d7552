import { MIGRATIONS as API_GATEWAY } from '@tributary/api-gateway';
import { ServiceName } from '@tributary/contracts';
import { MIGRATIONS as INGESTION_SYNC } from '@tributary/ingestion-sync';
import { DatabaseOptions } from '@tributary/persistence';
import { MIGRATIONS as RULE_ENGINE } from '@tributary/rule-engine';
import { ServiceSchema } from '@tributary/testing';
import { serviceSchema } from '@tributary/testing/services';
import { MIGRATIONS as TRANSFER_ENGINE } from '@tributary/transfer-engine';
import { MIGRATIONS as WEBHOOK_DISPATCHER } from '@tributary/webhook-dispatcher';

const MIGRATIONS: Readonly<Record<ServiceName, DatabaseOptions['migrations']>> = {
  'api-gateway': API_GATEWAY,
  'ingestion-sync': INGESTION_SYNC,
  'rule-engine': RULE_ENGINE,
  'transfer-engine': TRANSFER_ENGINE,
  'webhook-dispatcher': WEBHOOK_DISPATCHER,
};

/** Returns the schemas of these services, for a database with their migrations. */
export function schemasOf(services: readonly ServiceName[]): readonly ServiceSchema[] {
  return services.map((service) => serviceSchema(service, MIGRATIONS[service]));
}
