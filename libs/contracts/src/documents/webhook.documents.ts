import { Static, Type } from '@sinclair/typebox';
import { MADE_THROUGH } from './grant.documents';
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

/** Names of payload version v1, kept for clients that have not migrated. */
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

/** A webhook endpoint without its signing secret, which only the create response carries. */
export const WebhookEndpointDocument = Type.Object({
  url: Type.String(),
  description: Nullable(Type.String()),
  enabled: Type.Boolean(),
  type: OneOf(WEBHOOK_TYPES),
  omit_sensitive_identifiers: Type.Boolean(),
  events: Type.Array(OneOf(WEBHOOK_EVENTS)),
  payload_version: OneOf(PAYLOAD_VERSIONS),
  financial_account_ids: Nullable(Type.Array(Id)),
  health: Health,
  /** The scopes that reading everything it receives needs; absent in events from before this member. */
  reading_scopes: Type.Optional(Type.Array(Type.String())),
  ...MADE_THROUGH,
});
export type WebhookEndpointDocument = Static<typeof WebhookEndpointDocument>;
