export { MIGRATIONS } from './migrations/migrations';
export { startTransferEngine } from './platform/start';
export { readTransferEngineConfig, type TransferEngineConfig } from './transfer-engine.config';
export type { DispatchConfig } from './transfers/dispatch/dispatch-config';
export type { BudgetaConfig } from './destinations/budgeta/config';
export { TransferEngineModule } from './transfer-engine.module';
