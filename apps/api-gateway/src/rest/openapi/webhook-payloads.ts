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

/** Any event, in the form of the list. */
export const WebhookEventBody = component(
  'WebhookEventBody',
  Type.Union(WEBHOOK_PAYLOADS.map(({ schema }) => schema)),
);

/** Name of a component, such as `WebhookTransactionsCreatedV2`. */
function componentName(event: WebhookEvent, version: PayloadVersion): string {
  const words = event.split(/[._]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `Webhook${words.join('')}${version.toUpperCase()}`;
}
