import { isFromOwnMachine } from './console-link.pages';

const from = (remoteAddress: string, host: string, headers: Record<string, string> = {}) =>
  isFromOwnMachine({ socket: { remoteAddress }, host, headers });

describe('a request comes from this machine', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1:3000'],
    ['127.0.0.9', 'localhost:3000'],
    ['::1', '[::1]:3000'],
    ['::ffff:127.0.0.1', 'LOCALHOST'],
  ])('from %s to %s', (address, host) => {
    expect(from(address, host)).toBe(true);
  });

  it.each([
    ['192.168.0.7', '127.0.0.1:3000'],
    ['203.0.113.9', 'localhost'],
    ['127.0.0.1', 'money.example'],
    ['127.0.0.1', 'localhost.evil.example:3000'],
    ['127.0.0.1', ''],
  ])('but not from %s to %s', (address, host) => {
    expect(from(address, host)).toBe(false);
  });

  it.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])('nor with %s, which proxies add', (name) => {
    expect(from('127.0.0.1', 'localhost', { [name]: '127.0.0.1' })).toBe(false);
  });
});
