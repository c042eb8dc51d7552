import type { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from '@tributary/client';
import { valuesOf } from '../elements/forms/choices';
import type { StatusWords } from '../elements/status';

export type EventType = WebhookEndpoint['events'][number];

/** The moment at which each event is sent. The `bank_account` events are the former names of the `account` events. */
export const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  'transactions.created': 'Transactions are new',
  'transactions.updated': 'Transactions change',
  'balance.updated': 'A balance changes',
  'holdings.updated': 'Holdings change',
  'account.created': 'An account is new',
  'account.updated': 'An account changes',
  'account.deleted': 'An account is deleted',
  'bank_account.created': 'An account is new (former name)',
  'bank_account.updated': 'An account changes (former name)',
  'bank_account.deleted': 'An account is deleted (former name)',
  'connection.created': 'A connection is new',
  'connection.activated': 'A connection begins to work',
  'connection.reauthorized': 'A connection’s consent is renewed',
  'connection.expiring': 'A connection’s consent ends soon',
  'connection.expired': 'A connection’s consent has ended',
  'connection.failing': 'A connection fails',
  'connection.recovered': 'A connection works again',
  'connection.disabled': 'A connection is switched off',
  'connection.deleted': 'A connection is deleted',
  'rule.disabled': 'A rule is switched off',
};

const EVENTS = valuesOf(EVENT_WORDS);

/** The events that a form offers: former names only where the endpoint has them. */
export function offeredEvents(present: readonly EventType[]): { value: EventType; label: string }[] {
  return EVENTS.filter((event) => !event.startsWith('bank_account.') || present.includes(event)).map(
    (value) => ({ value, label: `${EVENT_WORDS[value]} (${value})` }),
  );
}

/** The result of a delivery. */
export const DELIVERY_WORDS: StatusWords<WebhookDelivery['status']> = {
  PENDING: { kind: 'working', label: 'On its way' },
  DELIVERED: { kind: 'good', label: 'Delivered' },
  FAILED: { kind: 'bad', label: 'Failed' },
  DISCARDED: { kind: 'paused', label: 'Not sent: the endpoint was off' },
};

const ERROR_WORDS: Readonly<Record<string, string>> = {
  TIMEOUT: 'No answer in time',
  DNS: 'The host’s name could not be looked up',
  TLS: 'The certificate is not valid',
  CONNECTION: 'No connection to the host',
  ADDRESS_REFUSED: 'The host is unknown, or its address is not allowed',
};

/** The response of an endpoint, or the reason why there was none. */
export function answerText({
  status_code: status,
  error,
}: Pick<WebhookAttempt, 'status_code' | 'error'>): string {
  if (error === null) return `Answered ${status ?? ''}`.trim();
  if (status !== null) return `Answered ${status}`;
  return ERROR_WORDS[error] ?? error;
}
