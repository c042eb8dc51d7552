import { Module } from '@nestjs/common';
import { AccountDeletedConsumer } from './projections/account-deleted.consumer';
import { AccountUpsertedConsumer } from './projections/account-upserted.consumer';
import { ReshapeJobs } from './reshapes/reshape-jobs';
import { Shaper } from './shaper';
import { ShapingPlans } from './shaping-plans.store';
import { StoredRules } from './stored-rules';
import { TransactionRemovedConsumer } from './transaction-removed.consumer';
import { TransactionUpsertedConsumer } from './transaction-upserted.consumer';
import { TransferLinkUpsertedConsumer } from './projections/transfer-link-upserted.consumer';

@Module({
  controllers: [
    AccountUpsertedConsumer,
    AccountDeletedConsumer,
    TransferLinkUpsertedConsumer,
    TransactionUpsertedConsumer,
    TransactionRemovedConsumer,
  ],
  providers: [StoredRules, ShapingPlans, Shaper, ReshapeJobs],
  exports: [ShapingPlans, Shaper],
})
export class ShapingModule {}
