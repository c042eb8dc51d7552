import type { AccountResource } from '../metering/request-counts';
import type { Scope } from '../metering/scope';

/** A bank as the API names it: there is no id. */
export interface Aspsp {
  readonly name: string;
  readonly country: string;
}

/** A user's way to the bank and back. */
export interface Authorization {
  readonly id: string;
  readonly aspsp: Aspsp;
  readonly state: string;
  readonly redirectUrl: string;
  readonly validUntil: string;
  readonly psuType: 'personal' | 'business';
  /** Given after the user has consented; valid for one session. */
  readonly code: string | null;
  /** Whose login at the bank it was. */
  readonly login: string | null;
}

export type SessionStatus = 'AUTHORIZED' | 'CLOSED' | 'REVOKED' | 'EXPIRED';

/** What a code was exchanged for: access to accounts, each under a uid that is good in this session alone. */
export interface Session {
  readonly id: string;
  readonly status: SessionStatus;
  readonly aspsp: Aspsp;
  readonly psuType: 'personal' | 'business';
  readonly login: string;
  readonly validUntil: string;
  readonly created: string;
  readonly closed: string | null;
  /** The bank's accounts. */
  readonly accounts: readonly string[];
}

/** What PROVIDER_B remembers over a restart. */
export type ProviderBEvent =
  | { readonly kind: 'authorization'; readonly authorization: Authorization }
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'request'; readonly account: string; readonly resource: AccountResource }
  | { readonly kind: 'success'; readonly account: string; readonly scope: Scope; readonly day: string };
