import { isFromOwnSite } from './own-site';

const HOST = 'money.example';
const from = (headers: Record<string, string>, publicUrl: string | null = null) =>
  isFromOwnSite({ headers, host: HOST, method: 'GET' }, publicUrl, false);

describe('a request comes from our own site', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, null],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://other.example' }, null],
    [{ origin: 'https://money.example' }, null],
    [{ origin: 'https://money.example' }, 'https://money.example/app'],
  ])('if its headers are %j and PUBLIC_URL is %s', (headers, publicUrl) => {
    expect(from(headers, publicUrl)).toBe(true);
  });

  it.each([
    [{}, null],
    [{ 'sec-fetch-site': 'cross-site' }, null],
    [{ 'sec-fetch-site': 'same-site' }, null],
    [{ 'sec-fetch-site': 'none' }, null],
    [{ 'sec-fetch-site': 'same-origin, cross-site' }, null],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://money.example' }, null],
    [{ origin: 'https://other.example' }, null],
    [{ origin: 'https://money.example.other.example' }, null],
    [{ origin: 'null' }, null],
    [{ origin: 'http://money.example' }, 'https://money.example'],
  ])('but not if they are %j and PUBLIC_URL is %s', (headers, publicUrl) => {
    expect(from(headers, publicUrl)).toBe(false);
  });

  it('if it reads and says nothing, as browsers do over plain HTTP, where that is allowed', () => {
    const over = (method: string, headers: Record<string, string> = {}) =>
      isFromOwnSite({ headers, host: HOST, method }, null, true);
    expect(over('GET')).toBe(true);
    expect(over('POST')).toBe(false);
    expect(over('GET', { origin: 'http://other.example' })).toBe(false);
    expect(over('POST', { origin: `http://${HOST}` })).toBe(true);
    expect(over('GET', { 'sec-fetch-site': 'cross-site' })).toBe(false);
  });
});
