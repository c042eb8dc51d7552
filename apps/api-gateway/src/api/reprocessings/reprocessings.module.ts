import { Module } from '@nestjs/common';
import { ReprocessingsController } from './reprocessings.controller';

/** Histories that are read again. */
@Module({ controllers: [ReprocessingsController] })
export class ReprocessingsModule {}
