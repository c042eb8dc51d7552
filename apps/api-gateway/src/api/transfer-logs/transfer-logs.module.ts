import { Module } from '@nestjs/common';
import { TransferLogsController } from './transfer-logs.controller';

/** Transfers and their results. */
@Module({ controllers: [TransferLogsController] })
export class TransferLogsModule {}
