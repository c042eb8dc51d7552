import { TransactionDocument } from '@tributary/contracts';
import { CompactEnrichment, Enriched } from '@tributary/merchants';

/** An enrichment in full, or as the built-in enricher stores it. */
export type StoredEnrichment = Enriched | CompactEnrichment;

export interface EnrichableTransaction {
  readonly id: number;
  readonly document: TransactionDocument;
}

/** All transactions of one account, because only together do they show recurring payments. */
export interface EnrichmentRequest {
  /** ISO 3166 code; null if the account's configuration names no country. */
  readonly country: string | null;
  readonly transactions: readonly EnrichableTransaction[];
}

/**
 * Adds data to transactions that their provider did not report. It may call another company, so never call it in a
 * database transaction.
 */
export interface Enricher {
  /** The name that `config.enrichment.provider` uses. */
  readonly provider: string;
  /** Returns enrichments by transaction id. The result must not depend on the order of the transactions. */
  enrich(request: EnrichmentRequest): Promise<ReadonlyMap<number, StoredEnrichment>>;
}
