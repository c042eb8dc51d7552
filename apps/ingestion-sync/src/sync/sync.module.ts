import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { ConnectionsModule } from '../connections/connections.module';
import { EnrichmentModule } from '../transactions/enrichment/enrichment.module';
import { ConnectionVerdicts } from './connection-verdicts';
import { SyncController } from './sync.controller';
import { SyncLoop } from './sync-loop';

/** The loop that reads accounts. */
@Module({
  imports: [AccountsModule, ConnectionsModule, EnrichmentModule],
  controllers: [SyncController],
  providers: [ConnectionVerdicts, SyncLoop],
})
export class SyncModule {}
