import { PLATFORM_MIGRATIONS } from '@tributary/service';
import { ServiceSchema } from '@tributary/testing';
import { MIGRATIONS } from '../src/migrations/migrations';

export const INGESTION_SCHEMA: ServiceSchema = {
  schema: 'ingestion_sync',
  migrations: [...PLATFORM_MIGRATIONS, ...MIGRATIONS],
};
