import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module';
import { EnrichmentModule } from '../transactions/enrichment/enrichment.module';
import { ConnectionVerdicts } from './connection-verdicts';
import { SyncLoop } from './sync-loop';

/** The loop that reads accounts. */
@Module({
  imports: [ConnectionsModule, EnrichmentModule],
  providers: [ConnectionVerdicts, SyncLoop],
  exports: [SyncLoop],
})
export class SyncModule {}
