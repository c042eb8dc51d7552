import { Module } from '@nestjs/common';
import { FindSeriesHandler } from './find-series.handler';

/** Recurring payments of accounts. */
@Module({ controllers: [FindSeriesHandler] })
export class SeriesModule {}
