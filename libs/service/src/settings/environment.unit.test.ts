import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Environment, EnvironmentReader, layeredSettings } from './environment';
import { fileSettingOf, isSecretSetting, SETTINGS, unknownSettings } from './settings';

const SECRETS = Object.values(SETTINGS).flatMap(Object.keys).filter(isSecretSetting);

describe('a secret setting in a file', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'tributary-secrets-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  function fileWith(content: string): string {
    const file = path.join(mkdtempSync(path.join(folder, 'file-')), 'secret');
    writeFileSync(file, content);
    return file;
  }

  function problemOf(environment: Environment, name: string): string {
    const env = new EnvironmentReader(environment);
    env.text(name);
    env.optional(name); // a setting that is read twice is one problem
    try {
      env.check('a service');
    } catch (error) {
      if (error instanceof Error) return error.message.replace('a service cannot start:\n  - ', '');
    }
    return 'none';
  }

  it.each(SECRETS)('%s is read without the end of its line, and known', (name) => {
    const environment = { [fileSettingOf(name)]: fileWith('of the file\n') };
    expect(new EnvironmentReader(environment).text(name)).toBe('of the file');
    expect(unknownSettings(environment, [])).toEqual([]);
  });

  it('keeps the lines of a key', () => {
    const environment = { PROVIDER_B_PRIVATE_KEY_PEM_FILE: fileWith('-----BEGIN\nAbc\n-----END\n') };
    expect(new EnvironmentReader(environment).text('PROVIDER_B_PRIVATE_KEY_PEM')).toBe(
      '-----BEGIN\nAbc\n-----END',
    );
  });

  it.each([
    ['that is empty', () => fileWith('\n'), 'names an empty file'],
    ['that is not there', () => path.join(folder, 'hunter2'), 'names a file that cannot be read (ENOENT)'],
    ['that is a folder', () => folder, 'names a file that cannot be read (EISDIR)'],
    [
      'whose name is the secret itself',
      () => 'hunter2'.repeat(99),
      'names a file that cannot be read (ENAMETOOLONG)',
    ],
  ])('%s is one sentence, without the path or the value', (_case, file, problem) => {
    expect(problemOf({ SMTP_URL_FILE: file() }, 'SMTP_URL')).toBe(`SMTP_URL_FILE ${problem}`);
  });

  it('is refused beside the value itself', () => {
    const environment = { SMTP_URL: 'smtp://one', SMTP_URL_FILE: fileWith('smtp://two') };
    expect(problemOf(environment, 'SMTP_URL')).toBe(
      'SMTP_URL and SMTP_URL_FILE are both set: set one of them',
    );
  });

  it('is there for no setting that is no secret', () => {
    expect(problemOf({ MAIL_FROM_FILE: fileWith('a@example.com') }, 'MAIL_FROM')).toBe(
      'MAIL_FROM is missing',
    );
  });
});

describe('a setting that is a day', () => {
  const dayOf = (value: string) => {
    const env = new EnvironmentReader({ LEGACY_TOKENS_UNTIL: value });
    const day = env.date('LEGACY_TOKENS_UNTIL');
    env.check('a service');
    return day;
  };

  it('begins at midnight UTC', () => {
    expect(dayOf('2026-03-31')).toEqual(new Date('2026-03-31T00:00:00Z'));
  });

  it.each(['2026-02-30', '2026-02', '2026', '31.03.2026'])('is not %s', (value) => {
    expect(() => dayOf(value)).toThrow('LEGACY_TOKENS_UNTIL must be a day, YYYY-MM-DD');
  });
});

describe('layers of settings', () => {
  it('replace a secret however it is given', () => {
    const file = { SMTP_URL_FILE: '/run/secrets/smtp', PORT: '1' };
    expect(layeredSettings<string>(file, { SMTP_URL: 'smtp://one' })).toEqual({
      PORT: '1',
      SMTP_URL: 'smtp://one',
    });
    expect(layeredSettings<string>({ SMTP_URL: 'smtp://one' }, file)).toEqual(file);
    expect(layeredSettings<string>(file, { PORT: '2' })).toEqual({ ...file, PORT: '2' });
  });
});
