import {
  ResponderThread,
  excessesOf,
  GivenResponse,
  GivenBytes,
  growthOf,
  HOSTILE_RESPONSES,
  HOSTILE_WIRES,
  SHARE_SEED,
  shareOf,
} from '@tributary/testing';
import { AddressGuard } from '@tributary/outbound';
import { generate } from 'selfsigned';
import { Delivery, Outcome } from '../../../src/sending/delivery';
import { judge } from '../../../src/sending/outcomes/consequences';
import { RETRY_AFTER_MS_MAX, RETRY_DELAYS_MS } from '../../../src/sending/outcomes/retry-schedule';
import { WebhookClient } from '../../../src/sending/http/webhook-client';
import { targetOf } from '../../../src/endpoints/target';

// A seeded share runs in `npm test`, all of it with FULL=1.
jest.setTimeout(300_000);

const SHARE = 16;
/** The most processor time of one attempt, however often it idles; the time of reading the clock is included. */
const SPENT_MS_MAX = 500;
/** Long enough that an endless response which is not cut off earlier exceeds the processor time. */
const TIMEOUT_MS = 2000;
/** The size of a JSON response, of which at most 64 KB are read. */
const JSON_BYTES = 4_000_000;
/** Neither the signature nor the secret in the URL may appear in stored data of an attempt. */
const SECRET = 'b64-c2VjcmV0';
const signature = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': SECRET };
const DELIVERY: Delivery = {
  id: 1,
  lane: '1',
  messageId: 'msg_1',
  eventType: 'transactions.created',
  body: '{}',
  traceparent: null,
  transactionIds: [],
  attempts: 0,
  earlierAttempts: 0,
  createdAt: '2026-03-02T06:00:00.000Z',
};

interface Shape {
  readonly name: string;
  readonly largest: number;
  readonly answer: (bytes: number) => GivenResponse | GivenBytes;
}

const FORM = {
  json: (rows: string, members: string) => `{"rows":[${rows}]${members}}`,
  row: (text: string, index: number) => `{"id":${index},"text":${text}}`,
};
const SHAPES: readonly Shape[] = [
  ...HOSTILE_WIRES,
  ...HOSTILE_RESPONSES.map(({ name, answer }) => ({
    name,
    largest: JSON_BYTES,
    answer: (bytes: number) => answer(bytes, FORM),
  })),
];

let receiver: ResponderThread;
let client: WebhookClient;

beforeAll(async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  receiver = await ResponderThread.start({ key, cert });
  const guard = new AddressGuard(['127.0.0.0/8']);
  client = new WebhookClient({ guard, timeoutMs: TIMEOUT_MS, extraCa: cert });
});
afterAll(async () => {
  await client.close();
  await receiver.stop();
});

/** Makes one attempt: posts, and returns the outcome that is stored. */
async function attempt(): Promise<Outcome> {
  const startedAtMs = Date.now();
  const target = targetOf(`${receiver.url}/hook?key=${SECRET}`);
  const result = await client.post({ target, signature, body: Buffer.from('{}'), traceparent: null });
  return judge(DELIVERY, { result, startedAtMs, endedAtMs: Date.now() }, 0.5);
}

function expectStated({ statusCode, error, verdict, pauseMs }: Outcome): void {
  expect(JSON.stringify({ statusCode, error, verdict, pauseMs })).not.toContain(SECRET);
  if (statusCode !== null) expect([statusCode >= 200, statusCode <= 999]).toEqual([true, true]);
  if (verdict.status === 'DELIVERED') expect(error).toBeNull();
  else expect(error).toMatch(/^(HTTP_[2-9]\d\d|TIMEOUT|CONNECTION)$/);
  expect(pauseMs ?? 0).toBeLessThanOrEqual(RETRY_AFTER_MS_MAX);
  if (verdict.status === 'PENDING')
    expect(verdict.retryInMs).toBeLessThanOrEqual(Math.max(RETRY_AFTER_MS_MAX, ...RETRY_DELAYS_MS));
}

describe(`answers of receivers (SHARE_SEED=${SHARE_SEED})`, () => {
  it.each(shareOf(SHAPES, SHARE).map((shape) => [shape.name, shape] as const))(
    '%s costs in proportion, holds up nobody, and is a status or a named failure',
    async (_name, { largest, answer }) => {
      const answers = { half: answer(Math.max(1, Math.floor(largest / 2))), whole: answer(largest) };
      const growth = await growthOf(async (part) => {
        await receiver.give(answers[part]);
        return async () => expectStated(await attempt());
      });
      expect(excessesOf(growth)).toEqual([]);
      expect(growth.whole.spentMs).toBeLessThanOrEqual(SPENT_MS_MAX);
    },
  );
});
