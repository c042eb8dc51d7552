import type { FinancialAccount, TransferLink } from '@tributary/client';
import type { Target } from '../api/destinations';

export type OnOtherCurrency = NonNullable<TransferLink['on_other_currency']>;

/** An account and a target that are to be linked. */
export interface LinkEnds {
  readonly financial_account_id: string;
  readonly destination_type: Target['type'];
  readonly destination_id: string;
}

/** The user's answers about the currencies of new links; null: none yet. */
export interface CurrencyAnswers {
  readonly rule: OnOtherCurrency | null;
  /** The currency of the targets that state none. */
  readonly currency: string | null;
}

export const NO_ANSWERS: CurrencyAnswers = { rule: null, currency: null };

/** The currencies that are known before the links are created. */
export interface KnownCurrencies {
  readonly accounts: readonly Pick<FinancialAccount, 'id' | 'currency'>[];
  readonly targets: readonly Pick<Target, 'id' | 'type' | 'currency' | 'scope'>[];
  readonly links: readonly Pick<
    TransferLink,
    'destination_type' | 'destination_id' | 'destination_currency'
  >[];
}

/** The currencies of new links, and the questions about them. */
export interface LinkCurrencies {
  /**
   * Currency of the targets that report none: the user's choice, or the proposed one; null if all currencies are known.
   */
  readonly named: string | null;
  /**
   * Differing pairs of currencies, such as "USD to EUR", without repetitions. The user must choose the treatment of
   * such amounts.
   */
  readonly differing: readonly string[];
}

/** A target that states no currency is proposed to count in that of the first account that is linked to it. */
export function currenciesOf(
  links: readonly LinkEnds[],
  known: KnownCurrencies,
  answers: CurrencyAnswers,
): LinkCurrencies {
  const ends = links.map((link) => endsOf(link, known));
  const unnamed = ends.filter(({ counted }) => counted === null);
  const proposal = unnamed.find(({ account }) => account !== null)?.account ?? '';
  const named = unnamed.length === 0 ? null : (answers.currency ?? proposal);
  const pairs = ends.flatMap(({ account, counted }) => {
    const target = counted ?? named;
    return account !== null && target && account !== target ? [`${account} to ${target}`] : [];
  });
  return { named, differing: [...new Set(pairs)] };
}

/** The members of a new link about currencies, as far as the user answered. */
export function currencyMembers(
  link: LinkEnds,
  known: KnownCurrencies,
  answers: CurrencyAnswers,
  { named }: LinkCurrencies,
): { readonly on_other_currency?: OnOtherCurrency; readonly destination_currency?: string } {
  const isNamed = endsOf(link, known).counted === null && named;
  return {
    ...(answers.rule === null ? {} : { on_other_currency: answers.rule }),
    ...(isNamed ? { destination_currency: named } : {}),
  };
}

interface EndCurrencies {
  /** Currency of the account; null if the bank does not report it. */
  readonly account: string | null;
  /** Currency of the target: the one that it reports, or the one of its other links. */
  readonly counted: string | null;
}

function endsOf(
  { financial_account_id: accountId, destination_type: type, destination_id: id }: LinkEnds,
  { accounts, targets, links }: KnownCurrencies,
): EndCurrencies {
  const targetOf = (ofType: Target['type'], ofId: string) =>
    targets.find((target) => target.type === ofType && target.id === ofId);
  const target = targetOf(type, id);
  const linked = links.find(
    (link) =>
      link.destination_currency !== null &&
      targetOf(link.destination_type, link.destination_id)?.scope === target?.scope,
  );
  return {
    account: accounts.find((account) => account.id === accountId)?.currency || null,
    counted: target?.currency ?? linked?.destination_currency ?? null,
  };
}
