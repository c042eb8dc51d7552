import { Webhook } from 'standardwebhooks';
import { newSigningSecret, signingKey } from '../../endpoints/signing-secret';
import { signatureHeaders } from './signature';

describe('signatureHeaders', () => {
  test('gives the known signature of the known message', () => {
    const key = signingKey('whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY');
    expect(signatureHeaders([key], { id: 'msg_1', body: '{"a":1}' }, 1_700_000_000_999)).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': 'v1,/+qPlAq2aQuk0ezu+sxJUrMSs8X7in8NiT3fduWIvv8=',
    });
  });

  test('gives the signature that the official libraries publish as their test vector', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const [id, body, atMs] = [
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      '{"test": 2432232314}',
      1_614_265_330_000,
    ] as const;
    const headers = signatureHeaders([signingKey(secret)], { id, body }, atMs);
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
    expect(new Webhook(secret).sign(id, new Date(atMs), body)).toBe(headers['webhook-signature']);
  });

  test('is accepted by the official library, also beyond ASCII', () => {
    const secret = newSigningSecret();
    const body = JSON.stringify({ name: 'Kahvila Ümläut ☕' });
    const headers = signatureHeaders([signingKey(secret)], { id: 'msg_2', body }, Date.now());
    expect(new Webhook(secret).verify(body, { ...headers })).toEqual({ name: 'Kahvila Ümläut ☕' });
    expect(() => new Webhook(secret).verify(`${body} `, { ...headers })).toThrow();
  });

  test('during a rotation both secrets verify', () => {
    const [fresh, old] = [newSigningSecret(), newSigningSecret()];
    const headers = signatureHeaders(
      [signingKey(fresh), signingKey(old)],
      { id: 'msg_3', body: '{}' },
      Date.now(),
    );
    for (const secret of [fresh, old]) expect(new Webhook(secret).verify('{}', { ...headers })).toEqual({});
    expect(() => new Webhook(newSigningSecret()).verify('{}', { ...headers })).toThrow();
  });

  test('a new secret is whsec_ and 32 random bytes', () => {
    expect(newSigningSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(signingKey(newSigningSecret()).symmetricKeySize).toBe(32);
  });
});
