import { TSchema, Type } from '@sinclair/typebox';
import {
  isSentIn,
  PAYLOAD_RESOURCES,
  PAYLOAD_VERSIONS,
  PayloadVersion,
  payloadSchema,
  WEBHOOK_EVENTS,
  WebhookEvent,
} from '@tributary/contracts';
import { component } from '../openapi/components';

const RESOURCES = {
  account: component('WebhookAccount', PAYLOAD_RESOURCES.account),
  transaction: component('WebhookTransaction', PAYLOAD_RESOURCES.transaction),
  balance: component('WebhookBalance', PAYLOAD_RESOURCES.balance),
  holding: component('WebhookHolding', PAYLOAD_RESOURCES.holding),
  connection: component('WebhookConnection', PAYLOAD_RESOURCES.connection),
  rule: component('WebhookRule', PAYLOAD_RESOURCES.rule),
};

export interface DescribedPayload {
  readonly event: WebhookEvent;
  readonly version: PayloadVersion;
  readonly schema: TSchema;
}

/** The body of every event, in each payload version that has it. */
export const WEBHOOK_PAYLOADS: readonly DescribedPayload[] = PAYLOAD_VERSIONS.flatMap((version) =>
  WEBHOOK_EVENTS.filter((event) => isSentIn(event, version)).map((event) => ({
    event,
    version,
    schema: component(componentName(event, version), payloadSchema(event, version, RESOURCES)),
  })),
);

/** Any of them, as the pulled list has them. */
export const WebhookEventBody = component(
  'WebhookEventBody',
  Type.Union(WEBHOOK_PAYLOADS.map(({ schema }) => schema)),
);

/** `WebhookTransactionsCreatedV2`. */
function componentName(event: WebhookEvent, version: PayloadVersion): string {
  const words = event.split(/[._]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `Webhook${words.join('')}${version.toUpperCase()}`;
}
