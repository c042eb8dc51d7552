import {
  LEGACY_EVENT_ALIASES,
  LegacyEvent,
  PayloadVersion,
  WebhookEvent,
} from '../documents/webhook.documents';

/** What there is to announce, by the names of payload version v2. */
export type CanonicalEvent = Exclude<WebhookEvent, LegacyEvent>;

/** The v2 name of an event; a client may have subscribed by the older one. */
export function canonicalName(event: WebhookEvent): CanonicalEvent {
  return isLegacy(event) ? LEGACY_EVENT_ALIASES[event] : event;
}

/** The name that an event goes out by: v1 calls accounts `bank_account`. */
export function nameIn(version: PayloadVersion, event: CanonicalEvent): WebhookEvent {
  switch (version) {
    case 'v1':
      return LEGACY_NAMES.get(event) ?? event;
    case 'v2':
      return event;
  }
}

/** The member of `data` that holds the account. */
export function accountKeyIn(version: PayloadVersion): 'bank_account' | 'financial_account' {
  switch (version) {
    case 'v1':
      return 'bank_account';
    case 'v2':
      return 'financial_account';
  }
}

export function isLegacy(event: WebhookEvent): event is LegacyEvent {
  return event in LEGACY_EVENT_ALIASES;
}

const LEGACY_NAMES = new Map<CanonicalEvent, LegacyEvent>(
  Object.entries(LEGACY_EVENT_ALIASES).map(([legacy, canonical]) => [canonical, legacy as LegacyEvent]),
);
