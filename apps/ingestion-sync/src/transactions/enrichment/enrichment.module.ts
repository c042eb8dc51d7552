import { Module } from '@nestjs/common';
import { Enrichers } from './enrichers';
import { EnrichmentPass } from './enrichment-pass';
import { RowEnrichment } from './row-enrichment';

/** Adds counterparties, categories and subscriptions to transactions. */
@Module({
  providers: [{ provide: Enrichers, useFactory: () => new Enrichers() }, EnrichmentPass, RowEnrichment],
  exports: [RowEnrichment],
})
export class EnrichmentModule {}
