import { TransactionDocument } from '@tributary/contracts';

/** Known data about one side of a transaction; texts are empty if unknown. */
export interface EnrichedParty {
  readonly name: string;
  readonly logo_url: string;
  readonly website: string;
  /** Merchant category codes, separated by commas. */
  readonly mccs: string;
}

/** The data that an enricher adds to a transaction. Every member is a text, including flags and numbers. */
export interface Enriched {
  readonly provider: string;
  readonly counterparty: EnrichedParty;
  /** An intermediary between the two sides, such as a payment service. */
  readonly intermediary: EnrichedParty;
  readonly category_general: string;
  readonly location: {
    readonly raw_address: string;
    readonly google_maps_url: string;
    readonly apple_maps_url: string;
  };
  /** From 0 to 1. */
  readonly certainty_score: string;
  readonly is_subscription: string;
  readonly is_personal: string;
}

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
  enrich(request: EnrichmentRequest): Promise<ReadonlyMap<number, Enriched>>;
}
