import { Static, Type } from '@sinclair/typebox';
import { MADE_THROUGH } from './grant.documents';
import { formerly } from '../former-names';
import { storedOf } from '../resources/forms';
import { boundedText } from '../resources/texts';
import { Id, Nullable, OneOf } from '../scalars';
import { Health } from '../health';
import { CONNECTION_EVENTS } from './accounts/finance.documents';
import { RULE_EVENTS } from './rule.documents';

export const CANONICAL_EVENTS = [
  'transactions.created',
  'transactions.updated',
  'balance.updated',
  'holdings.updated',
  'account.created',
  'account.updated',
  'account.deleted',
] as const;

/** Event names of payload version v1, for clients that have not migrated. */
export const LEGACY_EVENT_ALIASES = {
  'bank_account.created': 'account.created',
  'bank_account.updated': 'account.updated',
  'bank_account.deleted': 'account.deleted',
} as const;
export type LegacyEvent = keyof typeof LEGACY_EVENT_ALIASES;
export const LEGACY_EVENTS = Object.keys(LEGACY_EVENT_ALIASES) as LegacyEvent[];

export const WEBHOOK_EVENTS = [
  ...CANONICAL_EVENTS,
  ...LEGACY_EVENTS,
  ...CONNECTION_EVENTS,
  ...RULE_EVENTS,
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const WEBHOOK_TYPES = ['WEBHOOK', 'AUTOMATION_A', 'AUTOMATION_B'] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];
export const PAYLOAD_VERSIONS = ['v1', 'v2'] as const;
export type PayloadVersion = (typeof PAYLOAD_VERSIONS)[number];

/**
 * PENDING   – waits for its first attempt or its next one
 * DELIVERED – accepted by the endpoint
 * FAILED    – all attempts were used
 * DISCARDED – the endpoint was disabled while it waited
 */
export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED', 'DISCARDED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The members of a webhook endpoint that a caller sets. */
export const WebhookEndpointSettings = Type.Object({
  url: boundedText({ max: 512 }),
  description: Nullable(boundedText({ max: 255 }), { default: null }),
  enabled: Type.Boolean({ default: true }),
  events: Type.Array(OneOf(WEBHOOK_EVENTS), { minItems: 1 }),
  /** Null: all accounts that the caller may see. */
  financial_accounts: formerly('financialAccountIds', Nullable(Type.Array(Id), { default: null })),
  type: OneOf(WEBHOOK_TYPES, { default: 'WEBHOOK' }),
  /** Version of the payload, which never changes. Null: the names of the events decide it. */
  payload_version: Nullable(OneOf(PAYLOAD_VERSIONS), { default: null }),
  omit_sensitive_identifiers: Type.Boolean({ default: false }),
});

/** Settings as the endpoint's owner stores them, with the accounts that the author may read. */
export const StoredEndpointSettings = Type.Object({
  ...Type.Omit(storedOf(WebhookEndpointSettings), ['financial_accounts']).properties,
  payload_version: OneOf(PAYLOAD_VERSIONS),
  financial_account_ids: Nullable(Type.Array(Id)),
});
export type StoredEndpointSettings = Static<typeof StoredEndpointSettings>;

/** A webhook endpoint without its signing secret, which only the create response carries. */
export const WebhookEndpointDocument = Type.Object({
  ...StoredEndpointSettings.properties,
  health: Health,
  /** The scopes that are needed to read everything it receives; absent in events from before this member. */
  reading_scopes: Type.Optional(Type.Array(Type.String())),
  ...MADE_THROUGH,
});
export type WebhookEndpointDocument = Static<typeof WebhookEndpointDocument>;
