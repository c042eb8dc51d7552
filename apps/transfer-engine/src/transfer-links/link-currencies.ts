import { decideCurrency, FieldErrors, OnOtherCurrency } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { EndCurrencies, readEndCurrencies } from './transfer-links.store';
import { LinkEnds } from './link-checks';

/** A link's ends, and the user's choices about their currencies. */
export interface CurrencyChoice extends LinkEnds {
  readonly on_other_currency?: OnOtherCurrency | null;
  readonly destination_currency?: string | null;
}

export interface CheckedCurrencies {
  readonly errors: FieldErrors;
  /** The currency to store with each link, in the order of the links; null if the destination states its own. */
  readonly destinationCurrencies: readonly (string | null)[];
}

/**
 * Refuses links between two currencies unless the user chose how to treat them. A destination that states no currency
 * gets the one that the user named, or that of its other links, or that of its first account.
 */
export async function checkCurrencies(tx: Tx, links: readonly CurrencyChoice[]): Promise<CheckedCurrencies> {
  const ends = await readEndCurrencies(tx, links);
  const errors: FieldErrors = {};
  const named = new Map<string, string>();
  const destinationCurrencies = links.map((link, index) => {
    const { account, stated, ofOthers, scope } = ends[index] ?? NONE;
    const sent = link.destination_currency ?? null;
    if (stated !== null && sent !== null && sent !== stated) {
      errors[`${link.path}destination_currency`] = [statedOtherwise(stated, sent)];
    }
    const counted = stated ?? sent ?? named.get(scope) ?? ofOthers ?? account;
    if (counted !== null) named.set(scope, counted);
    if (differs(account, counted) && !link.on_other_currency) {
      errors[`${link.path}on_other_currency`] = [howToLink(account ?? '', counted ?? '')];
    }
    return stated === null ? counted : null;
  });
  return { errors, destinationCurrencies };
}

function differs(account: string | null, counted: string | null): boolean {
  if (account === null || counted === null) return false;
  const sent = { amount: '1', currency: account, exchange: undefined, rule: 'AS_IS' as const };
  return decideCurrency({ ...sent, accountCurrency: account, destinationCurrency: counted }).kind !== 'send';
}

function howToLink(account: string, counted: string): string {
  return (
    `The account is in ${account}, the destination in ${counted}: set on_other_currency to CONVERT (by the bank’s own ` +
    'rate; transactions without one wait) or to AS_IS (the numbers stay, and the memo names the currency), or link a ' +
    `destination in ${account}.`
  );
}

function statedOtherwise(stated: string, sent: string): string {
  return `The destination is in ${stated}, not in ${sent}: leave destination_currency out, or change it there.`;
}

const NONE: EndCurrencies = { account: null, stated: null, ofOthers: null, scope: '' };
