import { Module } from '@nestjs/common';
import { SendingModule } from '../sending/sending.module';
import { AccountChangedConsumer } from './account-changed.consumer';
import { Announcer } from './announcer';
import { BalanceSnapshottedConsumer } from './balance-snapshotted.consumer';
import { ConnectionChangedConsumer } from './connection-changed.consumer';
import { DeliveryQueue } from './queue/delivery-queue';
import { HoldingsSnapshottedConsumer } from './holdings-snapshotted.consumer';
import { RuleUpsertedConsumer } from './rule-upserted.consumer';
import { TransactionShapedConsumer } from './transaction-shaped.consumer';

@Module({
  imports: [SendingModule],
  controllers: [
    AccountChangedConsumer,
    BalanceSnapshottedConsumer,
    ConnectionChangedConsumer,
    HoldingsSnapshottedConsumer,
    RuleUpsertedConsumer,
    TransactionShapedConsumer,
  ],
  providers: [Announcer, DeliveryQueue],
  exports: [DeliveryQueue],
})
export class AnnouncingModule {}
