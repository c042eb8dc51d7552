import { startTelemetry } from '@tributary/service';

startTelemetry('transfer-engine');
