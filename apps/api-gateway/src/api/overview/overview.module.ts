import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller';

/** What all accounts come to, and how it changes. */
@Module({ controllers: [OverviewController] })
export class OverviewModule {}
