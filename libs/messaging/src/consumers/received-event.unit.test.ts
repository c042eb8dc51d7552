import { ReceivedMessage } from '../bus-engine';
import { messageIdOf } from './received-event';

function message(value: string, offset: string): ReceivedMessage {
  return { topic: 'transaction.upserted', key: '17', value, headers: {}, partition: 0, offset };
}

describe('the id of a message', () => {
  it('is the event’s own, wherever the bus delivers it', () => {
    expect(messageIdOf(message('{"id":"a"}', '4'))).toBe('a');
    expect(messageIdOf(message('{"id":"a"}', '9'))).toBe('a');
  });

  it('stays the same when an unreadable message is sent again', () => {
    expect(messageIdOf(message('{"id":', '4'))).toBe(messageIdOf(message('{"id":', '5')));
  });

  it('distinguishes unreadable messages with the same offset on a bus that started over', () => {
    expect(messageIdOf(message('{"id":', '0'))).not.toBe(messageIdOf(message('[', '0')));
  });
});
