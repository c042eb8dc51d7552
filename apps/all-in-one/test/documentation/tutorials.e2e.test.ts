import { csrfOf, Visitor, workspaceRoot } from '@tributary/testing';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readPage, titleOf } from './page';
import { Reader } from './reader';

jest.setTimeout(600_000);

const PAGES = ['demo', 'first-rule', 'first-webhook-receiver', 'oauth-app', 'own-bank'].map(
  (name) => `tutorials/${name}`,
);

/** The reader's actions in a browser. */
const IN_THE_BROWSER: Readonly<Record<string, (reader: Reader, browser: Visitor) => Promise<void>>> = {
  'makes the first user': async (reader, browser) => {
    const code = /enter the code (\S+)/.exec(reader.printed())?.[1] ?? '';
    const user = { name: 'Maija', email: 'maija@example.com', password: 'correct horse battery' };
    const made = await browser.submit('/first-run', { ...user, code });
    expect(made.location).toBe(`${reader.origin}/welcome`);
  },
  'makes a token': async (reader, browser) => {
    const wanted = { name: 'tutorial', scopes: SCOPES, financial_accounts: null };
    const { status, data } = await browser.console<{ token: string }>('POST', '/tokens', wanted);
    expect(status).toBe(201);
    reader.useToken(data.token);
  },
  'gives consent': async (reader, browser) => {
    const signInLink = /http\S+\/console\/open\?code=\S+/.exec(reader.printed())?.[0] ?? '';
    await browser.get(signInLink);
    expect(await browser.isSignedIn()).toBe(true);
    const link = /^open (\S+)$/m.exec(reader.printed('node reader.mjs'))?.[1] ?? '';
    const { at: consent, html } = await browser.browse(link);
    expect(html).toContain('Reader');
    const scopes = ['accounts:read', 'transactions:read'];
    const choice = { _csrf: csrfOf(html), decision: 'allow', scopes, accounts: 'all' };
    const { location } = await browser.post(consent.href, choice);
    const { at, html: answer } = await browser.browse(location ?? '');
    expect(at.pathname).toBe('/callback');
    expect(answer).toBe('You can close this tab.');
  },
};

const SCOPES = [
  ...['accounts:read', 'accounts:write', 'transactions:read', 'transactions:write'],
  ...['webhooks:read', 'webhooks:write'],
];

describe.each(PAGES)('%s', (name) => {
  const { steps, notRun } = readPage(path.join(workspaceRoot(), 'docs', `${name}.md`));
  let reader: Reader;
  let browser: Visitor;
  let broken = false;

  beforeAll(async () => {
    reader = await Reader.start();
    browser = new Visitor(reader.origin);
  });
  afterAll(() => reader.stop());

  it.each(steps.map((step, at) => [at + 1, titleOf(step), step] as const))(
    '%d. %s',
    async (_at, _title, step) => {
      if (broken) throw new Error('an earlier step of this page failed');
      broken = true;
      if (step.kind === 'reader') {
        const act = IN_THE_BROWSER[step.does];
        if (!act) throw new Error(`nobody knows how a reader ${step.does}`);
        await act(reader, browser);
      } else await reader.follow(step);
      broken = false;
    },
  );

  it('gives a reason for each block that is not run', () => {
    for (const { reason } of notRun) expect(reason).toMatch(/\w+ \w+/);
  });
});

it('shows the functions that the console shows', () => {
  const page = readFileSync(path.join(workspaceRoot(), 'docs/tutorials/first-webhook-receiver.md'), 'utf8');
  for (const language of ['node', 'python', 'go', 'php']) {
    const file = path.join(workspaceRoot(), `apps/console/src/webhooks/snippets/${language}.txt`);
    expect(page).toContain(readFileSync(file, 'utf8').trim());
  }
});
