// Imports the file and not the library's index, because the index loads frameworks, which must be loaded after the
// telemetry.
import { startTelemetry } from '../../../../libs/service/src/telemetry';

startTelemetry('ingestion-sync');
