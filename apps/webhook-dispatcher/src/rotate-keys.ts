import { runKeyRotation } from '@tributary/service';
import { SEALED_COLUMNS } from './sealed-columns';

void runKeyRotation({ service: 'webhook-dispatcher', columns: SEALED_COLUMNS });
