export * from './backups';
export { ServiceAdministration } from './administration/service-administration';
export * from './settings/command-keys';
export { inWords } from './machine/bytes';
export { spaceIn, type Folders, type Space } from './machine/disk-space';
export * from './settings/environment';
export * from './grants';
export * from './health.controller';
export { rotateKeys } from './key-rotation/rotate-keys';
export type { SealedColumn, SealedValues } from './key-rotation/sealed-column';
export * from './lifecycle/last-run';
export { openLogFile } from './logs/log-file';
export * from './logs/logger';
export * from './machine/memory';
export { durationHistogram, meter, outcomeCounter, SERVICE } from './metrics/meter';
export type { MetricsSettings } from './metrics/metrics-server';
export { readMetricsSettings, serveMetrics } from './metrics/serve-metrics';
export type { WaitingWork } from './metrics/waiting-work-metrics';
export * from './operator/operator-desk';
export {
  forgetPersonInRequests,
  putRequest,
  requestAndItsJob,
  takeBackRequest,
} from './operator/operator-requests.store';
export * from './platform-migrations';
export * from './operator/request-parameters';
export * from './platform.config';
export * from './platform.module';
export { provision, readProvisioning, type Provisioning } from './provision/provisioning';
export * from './logs/redaction';
export * from './replay/index';
export { RetentionWorker, TEN_MINUTES_MS, type LogTable, type Retention } from './retention';
export * from './lifecycle/run-service';
export * from './settings/settings';
export * from './telemetry';
export { nameHosts } from './telemetry/named-hosts';
export { ERASED_USER_IDS, erasedAmong, isErasedUser } from './user-data/erased-users.store';
export * from './user-data/user-data';
export * from './user-data/user-data-reader';
export * from './user-data/user-erasures';
export { BackgroundWorker, Worker } from '@tributary/jobs';
