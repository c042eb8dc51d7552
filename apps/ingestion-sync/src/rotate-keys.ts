import { runKeyRotation } from '@tributary/service';
import { SEALED_COLUMNS } from './sealed-columns';

void runKeyRotation({ service: 'ingestion-sync', columns: SEALED_COLUMNS });
