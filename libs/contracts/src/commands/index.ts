export * from './destination.commands';
export * from './ingestion-sync.commands';
export * from './rule-engine.commands';
export * from './transaction.commands';
export * from './transfer-engine.commands';
export * from './webhook-dispatcher.commands';
export * from './transfer.commands';
export * from './user-data.commands';
