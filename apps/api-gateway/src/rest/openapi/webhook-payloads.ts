import { Type } from '@sinclair/typebox';
import { PAYLOADS, PayloadVersion, payloadSchema, SENT_EVENTS, WebhookEvent } from '@tributary/contracts';
import { component } from './components';

const RESOURCES = {
  account: component('WebhookAccount', PAYLOADS.account),
  transaction: component('WebhookTransaction', PAYLOADS.transaction),
  balance: component('WebhookBalance', PAYLOADS.balance),
  holding: component('WebhookHolding', PAYLOADS.holding),
  connection: component('WebhookConnection', PAYLOADS.connection),
  rule: component('WebhookRule', PAYLOADS.rule),
};

/** The body of every event, in each payload version that has it. */
export const WEBHOOK_PAYLOADS = SENT_EVENTS.map(({ event, version }) => ({
  event,
  version,
  schema: component(componentName(event, version), payloadSchema(event, version, RESOURCES)),
}));

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
