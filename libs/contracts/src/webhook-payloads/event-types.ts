import {
  LEGACY_EVENT_ALIASES,
  LegacyEvent,
  PAYLOAD_VERSIONS,
  PayloadVersion,
  WEBHOOK_EVENTS,
  WebhookEvent,
} from '../documents/webhook.documents';
import { PAYLOADS } from '../wire/resources';

/** The event types, by the names of payload version v2. */
export type CanonicalEvent = Exclude<WebhookEvent, LegacyEvent>;

type PayloadResource = keyof typeof PAYLOADS;

/** A member of `data`: whether it is a list, the resource in it, and the scope that reads it. */
interface PayloadMember {
  readonly resource: PayloadResource;
  readonly scope: string;
  readonly list?: { readonly minItems?: number; readonly maxItems?: number };
}

/** All members that the `data` of messages may have, in their order. */
export const PAYLOAD_MEMBERS = {
  financial_account: { resource: 'account', scope: 'accounts:read' },
  transactions: { resource: 'transaction', scope: 'transactions:read', list: { minItems: 1, maxItems: 100 } },
  balances: { resource: 'balance', scope: 'accounts:read', list: {} },
  holdings: { resource: 'holding', scope: 'accounts:read', list: { maxItems: 100 } },
  financial_connection: { resource: 'connection', scope: 'financial-connections:read' },
  rule: { resource: 'rule', scope: 'rules:read' },
} as const satisfies Record<string, PayloadMember>;
export type PayloadMemberName = keyof typeof PAYLOAD_MEMBERS;
export const PAYLOAD_MEMBER_NAMES = Object.keys(PAYLOAD_MEMBERS) as PayloadMemberName[];

const ACCOUNT_ALONE = ['financial_account'] as const;
const CONNECTION = ['financial_connection'] as const;

/** The members of the `data` of each event type. A type without an entry does not compile. */
export const EVENT_TYPES: Readonly<Record<CanonicalEvent, readonly PayloadMemberName[]>> = {
  'transactions.created': ['financial_account', 'transactions'],
  'transactions.updated': ['financial_account', 'transactions'],
  'balance.updated': ['financial_account', 'balances'],
  'holdings.updated': ['financial_account', 'holdings'],
  'account.created': ACCOUNT_ALONE,
  'account.updated': ACCOUNT_ALONE,
  'account.deleted': ACCOUNT_ALONE,
  'connection.created': CONNECTION,
  'connection.activated': CONNECTION,
  'connection.reauthorized': CONNECTION,
  'connection.expiring': CONNECTION,
  'connection.expired': CONNECTION,
  'connection.failing': CONNECTION,
  'connection.recovered': CONNECTION,
  'connection.disabled': CONNECTION,
  'connection.deleted': CONNECTION,
  'rule.disabled': ['rule'],
};

const LEGACY_NAMES = new Map<CanonicalEvent, LegacyEvent>(
  Object.entries(LEGACY_EVENT_ALIASES).map(([legacy, canonical]) => [canonical, legacy as LegacyEvent]),
);

/** The scope that a token needs to read an event completely. */
export function scopesOf(event: CanonicalEvent): string[] {
  return EVENT_TYPES[event].map((member) => PAYLOAD_MEMBERS[member].scope);
}

/** The v2 name of an event; a client may have subscribed to the older one. */
export function canonicalName(event: WebhookEvent): CanonicalEvent {
  return isLegacy(event) ? LEGACY_EVENT_ALIASES[event] : event;
}

/** The name of an event in a payload version: v1 calls accounts `bank_account`. */
export function nameIn(version: PayloadVersion, event: CanonicalEvent): WebhookEvent {
  switch (version) {
    case 'v1':
      return LEGACY_NAMES.get(event) ?? event;
    case 'v2':
      return event;
  }
}

/** The name of a member of `data`: v1 calls the account `bank_account`. */
export function memberNameIn(version: PayloadVersion, member: PayloadMemberName): string {
  return version === 'v1' && member === 'financial_account' ? 'bank_account' : member;
}

export function isLegacy(event: WebhookEvent): event is LegacyEvent {
  return event in LEGACY_EVENT_ALIASES;
}

/** Every event with its name in each payload version. */
export const SENT_EVENTS = PAYLOAD_VERSIONS.flatMap((version) =>
  WEBHOOK_EVENTS.filter((event) => nameIn(version, canonicalName(event)) === event).map((event) => ({
    event,
    version,
  })),
);
