import { Module } from '@nestjs/common';
import { AccountDeletedConsumer } from './projections/account-deleted.consumer';
import { AccountUpsertedConsumer } from './projections/account-upserted.consumer';
import { AnnotatedShaper } from './annotations/annotated-shaper';
import { MergedAnnotations } from './annotations/merged-annotations';
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
  providers: [StoredRules, ShapingPlans, Shaper, ReshapeJobs, AnnotatedShaper, MergedAnnotations],
  exports: [ShapingPlans, Shaper, AnnotatedShaper],
})
export class ShapingModule {}
