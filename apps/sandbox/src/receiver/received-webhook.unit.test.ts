import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { ReceivedWebhook } from './received-webhook';

const SECRET = 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY';

function headersOf(id: string, at: Date, signature: string): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  };
}

describe('a received webhook', () => {
  it.each(['{}', '{"name":"Zoë – 日本 🙂"}', JSON.stringify({ text: 'x'.repeat(100_000) })])(
    'has the signature that the reference implementation computes',
    (body) => {
      const at = new Date();
      const signature = new Webhook(SECRET).sign('msg_1', at, body);
      const received = new ReceivedWebhook(SECRET);
      expect(received.sign('msg_1', at, body)).toBe(signature);
      expect(received.sign('msg_1', at, Buffer.from(body))).toBe(signature);
      expect(received.verify(body, headersOf('msg_1', at, signature))).toEqual(JSON.parse(body));
    },
  );

  it('is refused if its id, time, body or secret is another, or if it is too old', () => {
    const at = new Date();
    const signature = new Webhook(SECRET).sign('msg_1', at, '{}');
    const old = new Date(at.getTime() - 6 * 60_000);
    const refused = (body: string, headers: Record<string, string>, secret = SECRET) =>
      expect(() => new ReceivedWebhook(secret).verify(body, headers)).toThrow(WebhookVerificationError);
    refused('{}', headersOf('msg_2', at, signature));
    refused('{}', headersOf('msg_1', new Date(at.getTime() - 1000), signature));
    refused('{ }', headersOf('msg_1', at, signature));
    refused('{}', headersOf('msg_1', at, signature), 'whsec_GBcWFRQTEhEQDw4NDAsKCQgHBgUEAwIB');
    refused('{}', headersOf('msg_1', old, new Webhook(SECRET).sign('msg_1', old, '{}')));
  });
});
