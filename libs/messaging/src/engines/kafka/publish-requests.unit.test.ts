import { MAX_MESSAGE_BYTES, OutgoingMessage } from '../../bus-engine';
import { publishRequests } from './publish-requests';

const BROKER_MAX = 1024 * 1024;

function message(topic: string, bytes: number, index: number): OutgoingMessage {
  return { topic, key: String(index), value: 'x'.repeat(bytes), headers: { traceparent: 'y'.repeat(55) } };
}

it('no request exceeds the brokers’ limit for a topic, none is empty, and all messages stay in order', () => {
  const sizes = [1, 100, 5000, MAX_MESSAGE_BYTES, MAX_MESSAGE_BYTES, 300_000, 300_000, 300_000, 300_000];
  const messages = Array.from({ length: 400 }, (_, index) =>
    message(`topic-${index % 3}`, sizes[(index * 7) % sizes.length] ?? 0, index),
  );
  const requests = publishRequests(messages);
  expect(requests.flat()).toEqual(messages);
  for (const request of requests) {
    expect(request.length).toBeGreaterThan(0);
    for (const topic of ['topic-0', 'topic-1', 'topic-2']) {
      const bytes = request
        .filter((one) => one.topic === topic)
        .reduce((sum, { value }) => sum + value.length, 0);
      expect(bytes).toBeLessThan(BROKER_MAX);
    }
  }
  expect(publishRequests([])).toEqual([]);
});

it('messages that fit go out in one request, however many the topics', () => {
  const messages = Array.from({ length: 500 }, (_, index) => message(`topic-${index % 5}`, 5000, index));
  expect(publishRequests(messages)).toHaveLength(1);
});
