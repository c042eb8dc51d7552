import { Module } from '@nestjs/common';
import { CheckTransferLinkHandler } from './check-transfer-link.handler';
import { DriftChecker } from './drift-checker';

/** Compares the destinations' rows with what was sent. */
@Module({ controllers: [CheckTransferLinkHandler], providers: [DriftChecker] })
export class DriftModule {}
