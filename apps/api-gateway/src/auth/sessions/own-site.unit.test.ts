import { isFromOwnSite } from './own-site';

const HOST = 'money.example';
const from = (headers: Record<string, string>, publicUrl: string | null = null) =>
  isFromOwnSite({ headers, host: HOST }, publicUrl);

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
});
