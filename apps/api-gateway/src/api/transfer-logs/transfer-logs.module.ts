import { Module } from '@nestjs/common';
import { TransferLogsController } from './transfer-logs.controller';

/** Transfers and what became of them. */
@Module({ controllers: [TransferLogsController] })
export class TransferLogsModule {}
