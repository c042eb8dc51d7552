// Imported from its file, because the library's index loads frameworks, which must come after the telemetry.
import { startTelemetry } from '../../../../libs/service/src/telemetry';

startTelemetry('api-gateway');
