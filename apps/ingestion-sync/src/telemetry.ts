import { startTelemetry } from '@tributary/service';

/** Imported first: what is to be traced must not be loaded before. */
startTelemetry('ingestion-sync');
