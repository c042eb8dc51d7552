import { SAMPLE_TIME } from '@tributary/contracts';
import { cut } from './cut';
import { bodyBytes, messageBody, messageContent, messageIdOf, MessageOrigin } from './message-body';

describe('the body', () => {
  test('the body is an envelope around data', () => {
    const content = messageContent(
      { type: 'account.updated', payloadVersion: 'v1', createdAt: SAMPLE_TIME },
      '{"bank_account":{"id":"17"}}',
    );
    expect(JSON.parse(messageBody('msg_1', content.text))).toEqual({
      id: 'msg_1',
      type: 'bank_account.updated',
      payload_version: 'v1',
      created_at: SAMPLE_TIME,
      data: { bank_account: { id: '17' } },
    });
  });

  test('its length is known before it is made', () => {
    const head = { type: 'account.updated', payloadVersion: 'v2', createdAt: SAMPLE_TIME } as const;
    const content = messageContent(head, '{"name":"Käse für 5 €"}');
    expect(bodyBytes('msg_1', content)).toBe(Buffer.byteLength(messageBody('msg_1', content.text)));
  });

  test('of a test is marked as one', () => {
    const message = { type: 'account.updated', payloadVersion: 'v2', createdAt: SAMPLE_TIME } as const;
    expect(JSON.parse(messageContent({ ...message, isTest: true }, '{}').text)).toMatchObject({ test: true });
    expect(JSON.parse(messageContent(message, '{}').text)).not.toHaveProperty('test');
  });
});

describe('message ids', () => {
  const origin: MessageOrigin = { endpointId: 1, eventId: 'e', item: -1, type: 'account.created', part: 0 };

  test('are the same for the same origin and differ with each part of it', () => {
    const others: MessageOrigin[] = [
      { ...origin, endpointId: 2 },
      { ...origin, eventId: 'f' },
      { ...origin, item: 0 },
      { ...origin, type: 'account.updated' },
      { ...origin, part: 1 },
    ];
    const ids = [origin, ...others].map(messageIdOf);
    expect(new Set(ids).size).toBe(6);
    expect(messageIdOf({ ...origin })).toBe(ids[0]);
    expect(ids[0]).toMatch(/^msg_[\w-]{27}$/);
  });
});

const texts = (...ids: string[]) => ids.map((id) => ({ id }));

describe('cut', () => {
  test('by number', () => expect(cut(texts('a', 'b', 'c'), 2).map((part) => part.length)).toEqual([2, 1]));

  test('by size, keeping order, with a large one alone', () => {
    const large = 'x'.repeat(100);
    const parts = cut(texts('aa', 'bb', 'cc', large, 'dd'), 100, 26);
    expect(parts.map((part) => part.map(({ id }) => id))).toEqual([['aa', 'bb'], ['cc'], [large], ['dd']]);
  });

  test('an empty list has no parts', () => expect(cut([])).toEqual([]));
});
