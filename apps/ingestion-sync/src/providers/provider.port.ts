import { BalanceDocument, InstitutionDocument, Provider, TransactionDocument } from '@tributary/contracts';

/** What a daily allowance is counted for, each by itself. */
export const METERED_RESOURCES = ['details', 'balances', 'transactions'] as const;
export type MeteredResource = (typeof METERED_RESOURCES)[number];

/** What a provider can do, as data: the engine asks this and never which provider it is. */
export interface ProviderCapabilities {
  /** `window`: pulled by dates. `cursor`: pulled from a mark on, removals told. */
  readonly style: 'window' | 'cursor';
  /** Longest window of one request, in days; null where the style knows no windows. */
  readonly maxWindowDays: number | null;
  readonly pendingTransactions: boolean;
  /** A booked entry names the pending one that it came from. */
  readonly linksPendingToBooked: boolean;
  readonly balances: boolean;
  readonly reauthorization: boolean;
  /** Calls a day for each account and resource where the provider does not tell. */
  readonly dailyCallsAssumed: number;
  readonly metered: readonly MeteredResource[];
}

/** Days, both inclusive; `to` null means everything up to now, and what is dated later. */
export interface DateWindow {
  readonly from: string;
  readonly to: string | null;
}

/** What an answer told of the account's daily allowance. */
export interface AllowanceReading {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

/** An answer that cost one call of the allowance. */
export interface Metered<T> {
  readonly value: T;
  /** Null where the answer told nothing. */
  readonly allowance: AllowanceReading | null;
}

export interface ConsentRequest {
  readonly institutionExternalId: string;
  readonly redirectUrl: string;
  readonly maxHistoricalDays: number;
  readonly accessValidForDays: number;
}

export interface CreatedConsent {
  readonly consentId: string;
  /** Where the user gives consent. */
  readonly link: string;
  readonly maxHistoricalDays: number;
  readonly accessValidForDays: number;
}

/** How a consent stands. */
export type ConsentState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'ended' }
  | {
      readonly kind: 'given';
      readonly accountIds: readonly string[];
      readonly expiresAt: Date;
      readonly maxHistoricalDays: number;
      readonly accessValidForDays: number;
    };

/** What a provider tells of an account; null where it tells nothing. */
export interface AccountProfile {
  /** The institution's own, stable id of the account. */
  readonly resource_id: string | null;
  readonly iban: string | null;
  readonly bban: string | null;
  readonly scan: string | null;
  readonly bic: string | null;
  readonly msisdn: string | null;
  readonly account_number_masked: string | null;
  readonly currency: string | null;
  readonly owner_name: string | null;
  readonly owner_address: string | null;
  readonly name: string | null;
  readonly display_name: string | null;
  readonly product_name: string | null;
  readonly cash_account_type: string | null;
  readonly account_usage: string | null;
  readonly linked_accounts: string | null;
  readonly details: string | null;
}

/** A transaction as read from a provider, before the account's own mapping of friendly fields. */
export interface ProviderTransaction {
  readonly booked: boolean;
  readonly document: Omit<TransactionDocument, 'mapped_fields'>;
  /** The provider's own id, unique within the account. */
  readonly strongId: string | null;
  /** The institution's id, which some institutions repeat or change. */
  readonly weakId: string | null;
  /** JSON text of what the provider sent. */
  readonly rawJson: string;
}

/** A row that cannot be taken, and why; the reason never repeats the row. */
export interface RejectedRow {
  readonly providerTransactionId: string | null;
  readonly reason: string;
  readonly rawJson: string;
}

/** What one request for transactions gave, in both styles. */
export interface TransactionBatch {
  readonly upserts: readonly ProviderTransaction[];
  /** Strong ids that the provider says are gone. */
  readonly removals: readonly string[];
  readonly rejected: readonly RejectedRow[];
  /** What the answer covers; absence means something only where it is complete. */
  readonly coverage: DateWindow & { readonly includesPending: boolean; readonly complete: boolean };
  readonly nextCursor: string | null;
}

export interface TransactionRequest {
  readonly accountExternalId: string;
  readonly window: DateWindow;
  readonly cursor: string | null;
  readonly includePending: boolean;
  /** Stands in where a row's own currency is unknown. */
  readonly accountCurrency: string | null;
}

/**
 * A source of accounts. Every method may throw ProviderError; none retries by itself, except for an access
 * token that ended early.
 */
export interface AccountProvider {
  readonly provider: Provider;
  readonly capabilities: ProviderCapabilities;
  readInstitution(externalId: string): Promise<InstitutionDocument>;
  createConsent(request: ConsentRequest): Promise<CreatedConsent>;
  readConsent(consentId: string): Promise<ConsentState>;
  /** Costs no allowance. */
  readAccount(accountExternalId: string): Promise<AccountProfile>;
  readDetails(accountExternalId: string): Promise<Metered<AccountProfile>>;
  fetchBalances(accountExternalId: string): Promise<Metered<readonly BalanceDocument[]>>;
  fetchTransactions(request: TransactionRequest): Promise<Metered<TransactionBatch>>;
  close(): Promise<void>;
}
