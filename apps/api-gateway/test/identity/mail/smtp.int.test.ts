import { MailSettings } from '../../../src/identity/mail/mail-settings';
import { MailDelayedError, MailRefusedError, Smtp, WrittenMail } from '../../../src/identity/mail/smtp';
import { MailServer } from './mail-server';

const MAIL: WrittenMail = {
  to: 'maija@example.com',
  messageId: '<1@money.example>',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
};

let server: MailServer | null = null;
afterEach(async () => {
  await server?.stop();
  server = null;
});

async function smtpTo(options: Parameters<typeof MailServer.start>[0], chosen: Partial<MailSettings> = {}) {
  server = await MailServer.start(options);
  const settings: MailSettings = {
    host: '127.0.0.1',
    port: server.port,
    encryption: 'optional',
    credentials: null,
    from: { name: 'Tributary', address: 'tributary@money.example' },
    publicUrl: 'https://money.example',
    ...chosen,
  };
  return { server, smtp: new Smtp(settings, { timeoutMs: 300 }) };
}

const TLS = { disabledCommands: ['AUTH'] };

it('a mail arrives with both forms of its text, and says that a programme sent it', async () => {
  const { server: to, smtp } = await smtpTo({});
  await smtp.send(MAIL);
  const { parsed } = await to.mailTo(MAIL.to);
  expect(parsed).toMatchObject({ subject: 'Hello', messageId: '<1@money.example>' });
  expect([parsed.text?.trim(), parsed.html]).toEqual(['Hello', expect.stringContaining('<p>Hello</p>')]);
  expect(parsed.headers.get('auto-submitted')).toBe('auto-generated');
});

it('encrypts where the server offers it', async () => {
  const seen: boolean[] = [];
  const { smtp } = await smtpTo({
    ...TLS,
    onMailFrom: (_address, session, callback) => {
      seen.push(session.secure);
      callback();
    },
  });
  await smtp.send(MAIL);
  expect(seen).toEqual([true]);
});

it('where encryption is required, a server without it gets nothing', async () => {
  const { server: to, smtp } = await smtpTo({}, { encryption: 'required' });
  await expect(smtp.send(MAIL)).rejects.toBeInstanceOf(MailDelayedError);
  expect(to.attempts).toBe(0);
});

it.each([
  ['by STARTTLS', 'required', TLS],
  ['from the beginning', 'implicit', { ...TLS, secure: true }],
] as const)(
  'a server whose certificate no authority vouches for gets nothing, encrypted %s',
  async (_how, encryption, options) => {
    const { server: to, smtp } = await smtpTo({ ...options, disabledCommands: ['AUTH'] }, { encryption });
    await expect(smtp.send(MAIL)).rejects.toBeInstanceOf(MailDelayedError);
    expect(to.attempts).toBe(0);
  },
);

it('a wrong password is the operator’s to mend: the mail is only delayed', async () => {
  const { smtp } = await smtpTo(
    {
      ...TLS,
      authOptional: false,
      disabledCommands: [],
      onAuth: (_auth, _session, callback) => callback(new Error('Invalid username or password')),
    },
    { credentials: { user: 'me', pass: 'wrong' } },
  );
  const failure = await smtp.send(MAIL).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MailDelayedError);
  expect(String(failure)).not.toContain('wrong');
});

it.each([
  [550, MailRefusedError],
  [451, MailDelayedError],
])('an answer %i to the recipient is a %p, whose text names no address', async (code, kind) => {
  const { server: to, smtp } = await smtpTo({});
  to.behaviour = { refusesWith: code };
  const failure = await smtp.send(MAIL).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(kind);
  expect(String(failure)).not.toContain('maija');
});

it('a server that is silent does not hold a mail for ever', async () => {
  const { smtp } = await smtpTo({ onConnect: () => undefined });
  await expect(smtp.send(MAIL)).rejects.toBeInstanceOf(MailDelayedError);
});

it('no server at all delays a mail', async () => {
  const { server: to, smtp } = await smtpTo({});
  await to.stop();
  await expect(smtp.send(MAIL)).rejects.toBeInstanceOf(MailDelayedError);
  server = null;
});

it.each(['a@b.example\r\nBcc: eve@evil.example', 'a@b.example>, <eve@evil.example'])(
  'the address %j reaches no one else',
  async (to) => {
    const { server: at, smtp } = await smtpTo({});
    await expect(smtp.send({ ...MAIL, to })).rejects.toBeInstanceOf(MailRefusedError);
    expect(at.attempts).toBe(0);
  },
);
