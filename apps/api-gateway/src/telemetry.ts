import { startTelemetry } from '@tributary/service';

// Imported before everything else: instrumentation wraps modules as they are loaded.
startTelemetry('api-gateway');
