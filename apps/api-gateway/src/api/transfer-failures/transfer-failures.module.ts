import { Module } from '@nestjs/common';
import { TransferFailuresController } from './transfer-failures.controller';

/** Failed transfers, by their cause. */
@Module({ controllers: [TransferFailuresController] })
export class TransferFailuresModule {}
