import type { Period } from './balances/use-balance-points';

const PERIOD_NAMES: readonly Period[] = ['quarter', 'year', 'decade'];

/** The state of the list of accounts. */
export interface AccountsSearch {
  /** Part of an account's name. */
  readonly text?: string;
  /** The page of each institution's list, by the id of its connection; `MANUAL` for accounts kept by hand. */
  readonly pages?: Readonly<Record<string, number>>;
}

/** The state of an account's screen. */
export interface AccountSearch {
  readonly period?: Period;
}

export function accountSearch({ period }: Readonly<Record<string, unknown>>): AccountSearch {
  const known = PERIOD_NAMES.find((one) => one === period);
  return known === undefined ? {} : { period: known };
}

/** The steps of a connection that is there: `token` asks for another setup token, the others follow the consent. */
export const CONNECT_STEPS = ['accounts', 'destinations', 'done', 'token'] as const;
export type ConnectStep = (typeof CONNECT_STEPS)[number];

/** How a consent went, in the words of the address that the browser comes back to. */
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

const ID = /^[1-9]\d{0,15}$/;
const TEXT_LENGTH_MAX = 100;

export function accountsSearch(search: Readonly<Record<string, unknown>>): AccountsSearch {
  const pages = pagesOf(search['pages']);
  return {
    ...present('text', textOf(search['text'])),
    ...(Object.keys(pages).length === 0 ? {} : { pages }),
  };
}

/** Reads the address; a bank's return says `connection_id`. */
export function connectSearch(search: Readonly<Record<string, unknown>>): ConnectSearch {
  const country = textOf(search['country']);
  return {
    ...present('kind', oneOf(['broker', 'simplefin'] as const, search['kind'])),
    ...present('country', country !== undefined && /^[A-Z]{2}$/.test(country) ? country : undefined),
    ...present('text', textOf(search['text'])),
    ...present('institution', idOf(search['institution'])),
    ...present('connection', idOf(search['connection_id']) ?? idOf(search['connection'])),
    ...present('outcome', oneOf(CONSENT_OUTCOMES, search['outcome'])),
    ...present('step', oneOf(CONNECT_STEPS, search['step'])),
  };
}

function pagesOf(value: unknown): Readonly<Record<string, number>> {
  if (typeof value !== 'object' || value === null) return {};
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && Number(entry[1]) > 1,
    ),
  );
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, TEXT_LENGTH_MAX) : undefined;
}

function idOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && ID.test(text) ? text : undefined;
}

function oneOf<Known extends string>(known: readonly Known[], value: unknown): Known | undefined {
  return known.find((one) => one === value);
}

/** A member that is left out where there is no value. */
function present<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Partial<Record<Name, Value>>);
}
