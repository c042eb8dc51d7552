import { Module } from '@nestjs/common';
import { CheckTransferLinkHandler } from './check-transfer-link.handler';
import { DriftChecker } from './drift-checker';

/** Checks of what destinations hold against what was sent there. */
@Module({ controllers: [CheckTransferLinkHandler], providers: [DriftChecker] })
export class DriftModule {}
