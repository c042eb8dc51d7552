import { Module } from '@nestjs/common';
import { SeriesController } from './series.controller';

/** Recurring payments of accounts. */
@Module({ controllers: [SeriesController] })
export class SeriesModule {}
