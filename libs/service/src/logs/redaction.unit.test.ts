import { redacted } from './redaction';

it.each([
  ['GET https://api.example/v1/accounts?userId=7&userSecret=s3cret failed', 's3cret'],
  ['Route GET:/callback?code=s3cret&state=x not found', 's3cret'],
  ['connect to postgres://role:s3cret@host:5432/base', 's3cret'],
  ['https://s3cret@feeds.example/accounts', 's3cret'],
  ['the token trb_pat_s3cret', 's3cret'],
  ['DE89370400440532013000 is not known', '0532013000'],
])('removes the secret from: %s', (text, secret) => {
  expect(redacted(text)).not.toContain(secret);
});

it.each([
  'Why? Because it is so.',
  'https://api.example/v1/accounts',
  'a = b ? c : d',
  'somebody@example.org',
])('does not change: %s', (text) => expect(redacted(text)).toBe(text));
