import { startTelemetry } from '@tributary/service';

startTelemetry('webhook-dispatcher');
