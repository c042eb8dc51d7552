import { FULL_VIEW, sampleBody } from '@tributary/contracts';
import { WEBHOOK_PAYLOADS } from './webhook-payloads';

const text = { type: 'string' } as const;

/** The headers of Standard Webhooks. */
const HEADERS = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    schema: text,
    description: 'The same for every attempt.',
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    schema: text,
    description: 'Of this attempt, in seconds since 1970.',
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    schema: text,
    description:
      'One or, for 24 hours after a rotation, several `v1,` signatures, separated by spaces: Base64 of the ' +
      'HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret’s bytes.',
  },
] as const;

const ANSWERS = {
  '2XX': { description: 'Accepted. Any other answer, or none within 15 seconds, is retried.' },
  '410': { description: 'The endpoint no longer exists, and is disabled.' },
} as const;

/** The document's `webhooks`: messages to endpoints by event and payload version, each with an example. */
export function webhookSection(): Record<string, object> {
  return Object.fromEntries(
    WEBHOOK_PAYLOADS.map(({ event, version, schema }) => [
      `${event} ${version}`,
      {
        post: {
          summary: `\`${event}\`, payload version ${version}`,
          tags: ['Webhook events'],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: {
              'application/json': { schema, example: sampleBody(event, version, FULL_VIEW) },
            },
          },
          responses: ANSWERS,
        },
      },
    ]),
  );
}
