import { DynamicModule, Module } from '@nestjs/common';
import { DISPATCH_CONFIG, DispatchConfig } from './dispatch/dispatch-config';
import { Dispatcher } from './dispatch/dispatcher';
import { UnitLeases } from './dispatch/units/unit-leases';
import { RetryTransfersHandler } from './retry-transfers.handler';
import { TransactionShapedConsumer } from './planning/transaction-shaped.consumer';
import { UndoTransfersHandler } from './undo-transfers.handler';

/** Transfers and their dispatcher. Balances and drift checks use its settings and leases. */
@Module({})
export class TransfersModule {
  static register(config: DispatchConfig): DynamicModule {
    return {
      module: TransfersModule,
      global: true,
      controllers: [TransactionShapedConsumer, RetryTransfersHandler, UndoTransfersHandler],
      providers: [{ provide: DISPATCH_CONFIG, useValue: config }, UnitLeases, Dispatcher],
      exports: [DISPATCH_CONFIG, UnitLeases],
    };
  }
}
