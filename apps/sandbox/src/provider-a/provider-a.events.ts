import type { Scope } from '../metering/scope';

export interface Agreement {
  readonly id: string;
  readonly created: string;
  readonly institution_id: string;
  readonly max_historical_days: number;
  readonly access_valid_for_days: number;
  readonly access_scope: readonly Scope[];
  /** Null until the user has consented. */
  readonly accepted: string | null;
  readonly reconfirmation: boolean;
}

export interface Requisition {
  readonly id: string;
  readonly created: string;
  readonly redirect: string;
  /** Created, linked, rejected. */
  readonly status: 'CR' | 'LN' | 'RJ';
  readonly institution_id: string;
  readonly agreement: string;
  readonly reference: string;
  readonly accounts: readonly string[];
  readonly user_language: string | null;
  readonly account_selection: boolean;
  readonly redirect_immediate: boolean;
}

/** What PROVIDER_A remembers over a restart. */
export type ProviderAEvent =
  | {
      readonly kind: 'token';
      readonly use: 'access' | 'refresh';
      readonly token: string;
      readonly expiresMs: number;
    }
  | { readonly kind: 'access-tokens-expired' }
  | { readonly kind: 'agreement'; readonly agreement: Agreement }
  | { readonly kind: 'agreement-deleted'; readonly id: string }
  | { readonly kind: 'requisition'; readonly requisition: Requisition }
  | { readonly kind: 'requisition-deleted'; readonly id: string }
  | { readonly kind: 'request'; readonly account: string; readonly resource: Scope | 'account' }
  | { readonly kind: 'success'; readonly account: string; readonly scope: Scope; readonly day: string };
