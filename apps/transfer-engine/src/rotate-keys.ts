import { runKeyRotation } from '@tributary/service';
import { SEALED_COLUMNS } from './sealed-columns';

void runKeyRotation({ service: 'transfer-engine', columns: SEALED_COLUMNS });
