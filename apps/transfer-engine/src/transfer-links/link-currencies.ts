import { decideCurrency, FieldErrors, NO_CURRENCY, OnOtherCurrency } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { LinkEnds } from './link-checks';

/** SQL: the currency that the destination itself says it counts in, of `destination_units u`; null if it says none. */
export const STATED_CURRENCY = "substring(u.document ->> 'currency' from '^[A-Z]{3}$')";

/** A link's ends, and what its user said about their currencies. */
export interface CurrencyChoice extends LinkEnds {
  readonly onOtherCurrency?: OnOtherCurrency | null;
  readonly destinationCurrency?: string | null;
}

/** The currencies of a link's ends. */
interface EndCurrencies {
  readonly account: string | null;
  /** What the destination says. */
  readonly stated: string | null;
  /** What its other links count in. */
  readonly ofOthers: string | null;
}

export interface CheckedCurrencies {
  readonly errors: FieldErrors;
  /** The currency that is stored with each link, in the order of the links; null: the destination states its own. */
  readonly destinationCurrencies: readonly (string | null)[];
}

/**
 * Refuses links between two currencies whose user has not said how. A destination that states no currency counts in
 * what the user named for it, in what its other links count in, or in its first account's.
 */
export async function checkCurrencies(tx: Tx, links: readonly CurrencyChoice[]): Promise<CheckedCurrencies> {
  const ends = await currenciesOf(tx, links);
  const errors: FieldErrors = {};
  const named = new Map<string, string>();
  const destinationCurrencies = links.map((link, index) => {
    const { account, stated, ofOthers, scope } = ends[index] ?? NONE;
    const sent = link.destinationCurrency ?? null;
    if (stated !== null && sent !== null && sent !== stated) {
      errors[`${link.path}destination_currency`] = [statedOtherwise(stated, sent)];
    }
    const counted = stated ?? sent ?? named.get(scope) ?? ofOthers ?? account;
    if (counted !== null) named.set(scope, counted);
    if (differs(account, counted) && !link.onOtherCurrency) {
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

type ScopedCurrencies = EndCurrencies & { readonly scope: string };
const NONE: ScopedCurrencies = { account: null, stated: null, ofOthers: null, scope: '' };

/** A budget counts in one currency, a spreadsheet's sheets each in their own. */
async function currenciesOf(tx: Tx, links: readonly CurrencyChoice[]): Promise<ScopedCurrencies[]> {
  if (links.length === 0) return [];
  return tx.query<ScopedCurrencies>(
    `select nullif(a.currency, '${NO_CURRENCY}') as account, ${STATED_CURRENCY} as stated, others.currency as "ofOthers",
            case when u.document ? 'currency' then 'unit ' || u.id else 'target ' || d.id end as scope
       from jsonb_to_recordset($1) as l(number integer, "accountId" bigint, "destinationId" bigint, "linkId" bigint)
       left join accounts a on a.id = l."accountId"
       left join destination_targets d on d.id = l."destinationId"
       left join destination_units u on u.id = d.unit_id
       left join lateral (
              select counts.currency
                from transfer_links o
                join destination_targets od on od.id = o.destination_id
                left join accounts oa on oa.id = o.financial_account_id
               cross join lateral (select coalesce(o.destination_currency, nullif(oa.currency, '${NO_CURRENCY}')) as currency) as counts
               where not o.deleted and o.id is distinct from l."linkId"
                 and case when u.document ? 'currency' then od.unit_id = u.id else od.id = d.id end
                 and counts.currency is not null
               order by o.destination_currency is null, o.id
               limit 1) as others on true
      order by l.number`,
    [
      JSON.stringify(
        links.map(({ financialAccountId, destinationId, linkId }, number) => ({
          number,
          accountId: financialAccountId,
          destinationId,
          linkId,
        })),
      ),
    ],
  );
}
