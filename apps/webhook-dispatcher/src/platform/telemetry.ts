// From its file, not from the library's index: that one loads frameworks, which must come after the telemetry.
import { startTelemetry } from '../../../../libs/service/src/telemetry';

startTelemetry('webhook-dispatcher');
