// Imported from its file: the library's index loads frameworks, which must load after the telemetry.
import { startTelemetry } from '../../../../libs/service/src/telemetry';

startTelemetry('transfer-engine');
