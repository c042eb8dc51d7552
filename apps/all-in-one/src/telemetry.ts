import { startTelemetry } from '@tributary/service';

startTelemetry('tributary');
