import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller';

/** Sums over all accounts, and how they change. */
@Module({ controllers: [OverviewController] })
export class OverviewModule {}
