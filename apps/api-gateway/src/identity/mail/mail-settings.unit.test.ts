import { EnvironmentReader } from '@tributary/service';
import { readMailSettings } from './mail-settings';

const FROM = 'Tributary <tributary@money.example>';

function read(
  settings: Readonly<Record<string, string>>,
  publicUrl: string | null = 'https://money.example',
) {
  const env = new EnvironmentReader(settings);
  const mail = readMailSettings(env, publicUrl);
  env.check('api-gateway');
  return mail;
}

it('no SMTP_URL means no mail', () => {
  expect(read({ MAIL_FROM: FROM })).toBeNull();
});

it.each([
  ['smtps://me:p%40ss@mail.example', 465, 'implicit'],
  ['smtp://mail.example', 587, 'required'],
  ['smtp://mail.example:25?tls=optional', 25, 'optional'],
  ['smtp://localhost:25', 25, 'optional'],
  ['smtp://[::1]:25', 25, 'optional'],
])('%s is port %i, encryption %s', (SMTP_URL, port, encryption) => {
  expect(read({ SMTP_URL, MAIL_FROM: FROM })).toMatchObject({ port, encryption });
});

it('reads name, address and password', () => {
  expect(read({ SMTP_URL: 'smtps://me:p%40ss@mail.example', MAIL_FROM: FROM })).toMatchObject({
    host: 'mail.example',
    credentials: { user: 'me', pass: 'p@ss' },
    from: { name: 'Tributary', address: 'tributary@money.example' },
  });
  expect(read({ SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'a@b.example' })?.from.name).toBe('');
});

it.each([
  [{ SMTP_URL: 'mail.example', MAIL_FROM: FROM }, 'SMTP_URL must be'],
  [{ SMTP_URL: 'https://mail.example', MAIL_FROM: FROM }, 'SMTP_URL must be'],
  [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM must be'],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Tributary' }, 'MAIL_FROM must be'],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example, c@d.example' }, 'MAIL_FROM must be'],
])('%j does not start', (settings, problem) => {
  expect(() => read(settings)).toThrow(problem);
});

it('links in mails do not begin with what a request calls its host', () => {
  expect(() => read({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: FROM }, null)).toThrow('needs PUBLIC_URL');
});
