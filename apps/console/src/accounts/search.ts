import { idIn, knownIn, pageIn, textIn } from '../routing/search-values';
import type { Period } from './balances/use-balance-points';

const PERIOD_NAMES: readonly Period[] = ['quarter', 'year', 'decade'];

/** The state of the list of accounts. */
export interface AccountsSearch {
  /** Part of an account's name. */
  readonly text?: string;
  /** The page of each institution's list, by the id of its connection; `MANUAL` for manual accounts. */
  readonly pages?: Readonly<Record<string, number>>;
}

/** The state of an account's screen. */
export interface AccountSearch {
  readonly period?: Period;
}

export function accountSearch({ period }: Readonly<Record<string, unknown>>): AccountSearch {
  return { period: knownIn(PERIOD_NAMES, period) };
}

/** The steps of an existing connection: `token` requests another setup token; the others follow the consent. */
export const CONNECT_STEPS = ['accounts', 'destinations', 'done', 'token'] as const;
export type ConnectStep = (typeof CONNECT_STEPS)[number];

/** The outcomes of a consent in the address to which the browser returns. */
export const CONSENT_OUTCOMES = ['given', 'refused', 'waiting', 'conflict', 'unavailable'] as const;
export type ConsentOutcome = (typeof CONSENT_OUTCOMES)[number];

/** The state of connecting a bank. */
export interface ConnectSearch {
  readonly kind?: 'broker' | 'simplefin';
  readonly country?: string;
  readonly text?: string;
  readonly institution?: string;
  readonly connection?: string;
  readonly outcome?: ConsentOutcome;
  readonly step?: ConnectStep;
}

export function accountsSearch(search: Readonly<Record<string, unknown>>): AccountsSearch {
  const pages = pagesIn(search['pages']);
  return {
    text: textIn(search['text']),
    pages: Object.keys(pages).length === 0 ? undefined : pages,
  };
}

/** Reads the address; the return of a bank's page names the connection `connection_id`. */
export function connectSearch(search: Readonly<Record<string, unknown>>): ConnectSearch {
  const country = textIn(search['country']);
  return {
    kind: knownIn(['broker', 'simplefin'] as const, search['kind']),
    country: country !== undefined && /^[A-Z]{2}$/.test(country) ? country : undefined,
    text: textIn(search['text']),
    institution: idIn(search['institution']),
    connection: idIn(search['connection_id']) ?? idIn(search['connection']),
    outcome: knownIn(CONSENT_OUTCOMES, search['outcome']),
    step: knownIn(CONNECT_STEPS, search['step']),
  };
}

function pagesIn(value: unknown): Readonly<Record<string, number>> {
  if (typeof value !== 'object' || value === null) return {};
  const pages = Object.entries(value).map(([list, page]) => [list, pageIn(page)] as const);
  return Object.fromEntries(pages.flatMap(([list, page]) => (page === undefined ? [] : [[list, page]])));
}
