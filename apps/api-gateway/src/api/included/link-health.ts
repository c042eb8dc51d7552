import { Health, TransferLinkDocument } from '@tributary/contracts';

/** Currencies from which the health of a link follows. */
export interface LinkCurrencies {
  readonly document: Pick<
    TransferLinkDocument,
    'on_other_currency' | 'destination_currency' | 'waiting_for_currency'
  >;
  readonly account_currency: string | null;
  /** Currency that the destination reports. */
  readonly stated_currency: string | null;
  /** Currency that the destination gets from its first link. It decides for a link whose user chose no currency rule. */
  readonly first_link_currency: string | null;
  /** Names of mapped categories that are gone at the destination. Null: none. */
  readonly gone_categories: readonly string[] | null;
}

/** Whether all that the link carries reaches its destination in the destination's currency, and what to do if not. */
export function linkHealth(link: LinkCurrencies): Health {
  const message = waitingMessage(link) ?? faceValueMessage(link) ?? goneMessage(link);
  return {
    status: message === null ? 'HEALTHY' : 'DEGRADED',
    integrator_message: message,
    failure_count: 0,
    transient_message: null,
    transient_failure_count: 0,
    last_attempt_at: null,
  };
}

function waitingMessage({ document }: LinkCurrencies): string | null {
  const { waiting_for_currency: count = 0, on_other_currency: rule } = document;
  if (count === 0) return null;
  const waiting =
    count === 1
      ? '1 transaction in another currency waits'
      : `${count} transactions in other currencies wait`;
  return rule === 'CONVERT'
    ? `${waiting} for a rate: the bank states none. Set on_other_currency to AS_IS to send the numbers as they are, marked.`
    : `${waiting} for your choice: set on_other_currency to CONVERT or AS_IS.`;
}

/** The link is older than the question. */
function faceValueMessage(link: LinkCurrencies): string | null {
  const { document, account_currency, stated_currency, first_link_currency } = link;
  const named = stated_currency ?? document.destination_currency ?? null;
  const counted = named ?? first_link_currency;
  if (document.on_other_currency || account_currency === null || counted === null) return null;
  if (account_currency === counted) return null;
  const destination = named === null ? 'that gets other amounts in' : 'in';
  return (
    `Amounts in ${account_currency} are sent to a destination ${destination} ${counted} as they are, and unmarked: set ` +
    'on_other_currency to CONVERT or AS_IS' +
    (named === null ? ', or name its currency as destination_currency.' : '.')
  );
}

/** Names of gone categories that one message shows. */
const GONE_SHOWN_MAX = 5;

function goneMessage({ gone_categories: gone }: LinkCurrencies): string | null {
  if (gone === null || gone.length === 0) return null;
  const names = gone.slice(0, GONE_SHOWN_MAX).map((name) => `“${name}”`);
  const further = gone.length > names.length ? ` and ${gone.length - names.length} more` : '';
  return (
    `Gone at the destination: the category ${names.join(', ')}${further}. Transactions that it was mapped to are sent ` +
    'without one: map them to another category in category_map.'
  );
}
