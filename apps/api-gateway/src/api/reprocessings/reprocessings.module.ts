import { Module } from '@nestjs/common';
import { ReprocessingsController } from './reprocessings.controller';

/** Jobs that read the history of accounts again. */
@Module({ controllers: [ReprocessingsController] })
export class ReprocessingsModule {}
