export * from './environment';
export * from './health.controller';
export * from './logger';
export * from './platform.config';
export * from './platform.module';
export { provision, readProvisioning, type Provisioning } from './provision/provisioning';
export * from './run-service';
export * from './telemetry';
export * from './worker';
