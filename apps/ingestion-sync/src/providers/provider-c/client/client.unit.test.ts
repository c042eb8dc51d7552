import { requestSignature } from './client';

describe('the signature of a request', () => {
  it('is the documented one', () => {
    const request = { path: '/accounts', query: 'clientId=CID&timestamp=1700000000', body: null };
    expect(requestSignature('consumer-key-1', request)).toBe('dEvtTXEYkJjJcYPgdZLa1VM2pRzKESsnj9uQAQIZT+s=');
  });

  it('treats an empty body as none, and does not depend on the order of members', () => {
    const sign = (body: object | null): string => requestSignature('k', { path: '/p', query: 'q=1', body });
    expect(sign({})).toBe(sign(null));
    expect(sign({ a: 1, b: { c: 2, d: [3] } })).toBe(sign({ b: { d: [3], c: 2 }, a: 1 }));
    expect(sign({ a: 1 })).not.toBe(sign({ a: 2 }));
  });

  it('differs with the path, the query and the key', () => {
    const request = { path: '/p', query: 'q=1', body: null };
    const signatures = [
      requestSignature('k', request),
      requestSignature('l', request),
      requestSignature('k', { ...request, path: '/api/v1/p' }),
      requestSignature('k', { ...request, query: 'q=2' }),
    ];
    expect(new Set(signatures).size).toBe(4);
  });
});
