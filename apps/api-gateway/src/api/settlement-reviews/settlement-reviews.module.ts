import { Module } from '@nestjs/common';
import { SettlementReviewsController } from './settlement-reviews.controller';

/** Pending entries that may have booked as others. */
@Module({ controllers: [SettlementReviewsController] })
export class SettlementReviewsModule {}
