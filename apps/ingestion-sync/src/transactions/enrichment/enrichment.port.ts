import { TransactionDocument } from '@tributary/contracts';

/** What is known about one side of a transaction; empty if unknown. */
export interface EnrichedParty {
  readonly name: string;
  readonly logo_url: string;
  readonly website: string;
  /** Merchant category codes, separated by commas. */
  readonly mccs: string;
}

/** What an enricher adds to a transaction; every member is a text, flags and numbers too. */
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

/** The transactions of one account, all of them: what recurs shows only in the whole. */
export interface EnrichmentRequest {
  /** ISO 3166; where the account's config names one. */
  readonly country: string | null;
  readonly transactions: readonly EnrichableTransaction[];
}

/** Adds to transactions what their provider did not report. May call another company, so never within a transaction. */
export interface Enricher {
  /** As `config.enrichment.provider` names it. */
  readonly provider: string;
  /** By transaction id; the same for the same transactions, in whatever order they come. */
  enrich(request: EnrichmentRequest): Promise<ReadonlyMap<number, Enriched>>;
}
