import { Module } from '@nestjs/common';
import { TransferSearch } from './transfer-search';

/** Transfers between a user's own accounts: they are found here, and users decide on them. */
@Module({ providers: [TransferSearch] })
export class TransferPairsModule {}
