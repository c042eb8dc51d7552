import { serviceSchema } from '@tributary/testing/services';
import { MIGRATIONS } from '../src/migrations/migrations';

export const INGESTION_SCHEMA = serviceSchema('ingestion-sync', MIGRATIONS);
