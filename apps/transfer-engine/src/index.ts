export { startTransferEngine } from './start-transfer-engine';
export {
  readTransferEngineConfig,
  type DispatchConfig,
  type TransferEngineConfig,
} from './transfer-engine.config';
export type { BudgetaConfig } from './destinations/budgeta/config';
export { TransferEngineModule } from './transfer-engine.module';
