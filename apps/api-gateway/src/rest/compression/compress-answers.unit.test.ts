import { isCompressed } from './compress-answers';

const BASE = '/api/v1';

describe('routes whose answers are compressed', () => {
  it.each([
    ['GET', `${BASE}/finance/transactions`],
    ['HEAD', `${BASE}/finance/transactions`],
    ['GET', `${BASE}/openapi.json`],
  ])('are those that read: %s %s', (method, url) => {
    expect(isCompressed({ method, url }, BASE)).toBe(true);
  });

  it.each([
    ['POST', `${BASE}/webhooks`],
    ['PUT', `${BASE}/rules/:ruleId`],
    ['GET', `${BASE}/simplefin/accounts`],
    ['GET', `${BASE}/finance/transactions/export`],
    ['GET', `${BASE}/user/export`],
    ['GET', `${BASE}/stream`],
    ['GET', '/console/session'],
    ['GET', '/sign-in'],
    ['GET', '/oauth/authorize'],
  ])('are not those with secrets, tokens of forms or streams: %s %s', (method, url) => {
    expect(isCompressed({ method, url }, BASE)).toBe(false);
  });
});
