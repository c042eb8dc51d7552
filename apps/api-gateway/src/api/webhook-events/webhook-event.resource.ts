import {
  Fields,
  isLegacy,
  nameIn,
  PayloadVersion,
  payloadView,
  PayloadView,
  visibleData,
  WebhookEvent,
} from '@tributary/contracts';
import { Filter } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { idText, timeText } from '../../rest/wire-values';
import { WebhookEventRow } from './webhook-events.store';

/** An event as an endpoint would get it; its id is its position in the list. */
export function toWebhookEvent(row: WebhookEventRow, view: PayloadView, version: PayloadVersion): Fields {
  return {
    id: idText(row.id),
    type: nameIn(version, row.type),
    payload_version: version,
    created_at: timeText(row.created_at),
    data: visibleData(row.data, view, version),
  };
}

/** A token reads of an event what it reads of its resources. */
export function viewOf(access: Access, omitSensitiveIdentifiers: boolean): PayloadView {
  return payloadView({
    omitSensitiveIdentifiers,
    redactSensitive: !access.seesIdentifiers,
    scopes: access.scopes && [...access.scopes],
  });
}

/**
 * Returns the payload version for a filter by events. A legacy name requests the legacy payload, as in the registration
 * of an endpoint.
 */
export function versionAskedFor(filters: readonly Filter[]): PayloadVersion {
  return typesAskedFor(filters).some(isLegacy) ? 'v1' : 'v2';
}

export function typesAskedFor(filters: readonly Filter[]): WebhookEvent[] {
  return filters.filter(({ name }) => name === 'type').flatMap(({ values }) => values as WebhookEvent[]);
}
