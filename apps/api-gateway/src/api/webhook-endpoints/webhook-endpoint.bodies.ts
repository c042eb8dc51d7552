import { Static } from '@sinclair/typebox';
import {
  changeOf,
  isLegacy,
  NewWebhookEndpoint,
  PayloadVersion,
  WebhookEndpointSettings,
} from '@tributary/contracts';
import { bodyClass, Documented, IsFlag } from '@tributary/http';
import { applyDecorators } from '@nestjs/common';
import { ValidateBy, ValidateIf, ValidationArguments } from 'class-validator';
import { AreAccounts, AreEvents, IsHttpsUrl } from './webhook-endpoint.rules';

const isAutomationA = (body: unknown) => (body as CreateWebhookEndpointBody).type === 'AUTOMATION_A';

const OmitsIdentifiersForAutomation = applyDecorators(
  ValidateBy(
    {
      name: 'automationOmitsIdentifiers',
      validator: {
        validate: (value: unknown, of?: ValidationArguments) => value === true || !isAutomationA(of?.object),
      },
    },
    { message: '$property must be true for an endpoint of the type AUTOMATION_A' },
  ),
  IsFlag(),
);

const validators = { url: IsHttpsUrl(), events: AreEvents(), financial_accounts: AreAccounts() };

/** Body of `POST /webhooks`. */
export const CreateWebhookEndpointBody = bodyClass('CreateWebhookEndpointBody', NewWebhookEndpoint, {
  validators: { ...validators, omit_sensitive_identifiers: OmitsIdentifiersForAutomation },
  conditions: {
    omit_sensitive_identifiers: ValidateIf((body, value) => value !== undefined || isAutomationA(body)),
  },
});
export type CreateWebhookEndpointBody = Static<typeof NewWebhookEndpoint>;

/** The requested version, else the one of the events' names. */
export function payloadVersionOf({ payload_version, events }: CreateWebhookEndpointBody): PayloadVersion {
  return payload_version ?? (events.some(isLegacy) ? 'v1' : 'v2');
}

const WebhookEndpointChanges = changeOf(WebhookEndpointSettings);

/** Body of `PUT /webhooks/{id}`. Absent members do not change. Its `payload_version` is accepted and ignored. */
export const UpdateWebhookEndpointBody = bodyClass('UpdateWebhookEndpointBody', WebhookEndpointChanges, {
  validators,
  rules: { payload_version: Documented({ description: 'Fixed when the endpoint was made; not read.' }) },
});
export type UpdateWebhookEndpointBody = Static<typeof WebhookEndpointChanges>;
