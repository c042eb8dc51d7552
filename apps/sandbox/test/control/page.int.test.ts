import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { SandboxFixture } from '../sandbox.fixture';

const PAGE = readFileSync(path.join(__dirname, '../../README.md'), 'utf8');

/** The commands of apps/sandbox/README.md that pull the levers, each on one line. */
const COMMANDS = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)]
  .flatMap(([, block = '']) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
  .filter((line) => line.startsWith('curl '));

const WHOLE = COMMANDS.filter((command) => !command.includes('{id}'));
const WITH_ID = COMMANDS.filter((command) => command.includes('{id}'));

describe('the page on the sandbox', () => {
  let fixture: SandboxFixture;
  beforeAll(async () => {
    fixture = await SandboxFixture.start({ accounts: 20, today: '2026-11-21' });
  });
  afterAll(() => fixture.close());

  async function follow(command: string): Promise<string> {
    const quiet = command.replace('curl ', String.raw`curl -s -w '\n%{http_code}' `);
    const { stdout } = await promisify(execFile)('bash', [
      '-euc',
      `C=${fixture.sandbox.controlUrl}\n${quiet}`,
    ]);
    return stdout;
  }

  it.each(WHOLE)('%s', async (command) => {
    expect(await follow(command)).toMatch(/\n2\d\d$/);
  });

  it.each(WITH_ID)('%s: there is such a lever, if not such an id', async (command) => {
    const answer = await follow(command.replace('{id}', 'none'));
    expect(answer).not.toContain('Route ');
    expect(answer).not.toMatch(/\n5\d\d$/);
  });

  it('has levers of all parts', () => {
    expect(WHOLE.length).toBeGreaterThan(20);
    expect(WITH_ID.length).toBeGreaterThan(4);
  });
});
