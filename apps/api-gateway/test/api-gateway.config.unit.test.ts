import { EnvironmentReader, readPlatformConfig } from '@tributary/service';
import { randomBytes } from 'node:crypto';
import { readApiGatewayConfig } from '../src/api-gateway.config';

function read(settings: Readonly<Record<string, string>>) {
  const env = new EnvironmentReader({
    DATABASE_URL: 'postgres://role@host/database',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ...settings,
  });
  const config = readApiGatewayConfig(readPlatformConfig('api-gateway', env), env);
  env.check('api-gateway');
  return config;
}

describe('who may sign up', () => {
  it('is decided by the operator’s invitations by default', () => {
    expect(read({}).signUp).toBe('invitation');
    expect(read({ SIGN_UP: 'first-user' }).signUp).toBe('first-user');
    expect(() => read({ SIGN_UP: 'maybe' })).toThrow(
      'SIGN_UP must be one of open, first-user, invitation, closed',
    );
  });

  it('is anybody only where mail proves whose an address is: the start says what to set', () => {
    expect(() => read({ SIGN_UP: 'open' })).toThrow(
      'SIGN_UP=open needs mail, because strangers confirm their address by it: set SMTP_URL, MAIL_FROM and PUBLIC_URL',
    );
    const mail = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@b.example', PUBLIC_URL: 'https://b.example' };
    expect(read({ SIGN_UP: 'open', ...mail }).signUp).toBe('open');
  });

  it.each(['true', 'false'])('ignores SIGN_UP_OPEN=%s: the start says what to set', (value) => {
    expect(() => read({ SIGN_UP_OPEN: value })).toThrow('set SIGN_UP to open (true) or closed (false)');
  });
});
