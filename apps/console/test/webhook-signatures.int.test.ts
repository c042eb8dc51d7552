import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SNIPPETS = path.join(__dirname, '../src/webhooks/snippets');
const SECRET = 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY';
const BODY = '{"type":"transactions.created","text":"Kahvila ☕"}';

interface Request {
  readonly secret: string;
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

interface Language {
  readonly command: string;
  readonly args: readonly string[];
  /** The file of the snippet, and the program that reads a request from its environment and prints `true` or `false`. */
  readonly file: string;
  readonly program: (snippet: string) => string;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  node: {
    command: process.execPath,
    args: ['main.mjs'],
    file: 'main.mjs',
    program: (snippet) => `${snippet}
const { SECRET, ID, TIME, SIGNATURE, BODY } = process.env;
const headers = { 'webhook-id': ID, 'webhook-timestamp': TIME, 'webhook-signature': SIGNATURE };
console.log(isGenuine(SECRET, headers, Buffer.from(BODY)));
`,
  },
  python: {
    command: 'python3',
    args: ['main.py'],
    file: 'main.py',
    program: (snippet) => `${snippet}

import os
headers = {"webhook-id": os.environ["ID"], "webhook-timestamp": os.environ["TIME"], "webhook-signature": os.environ["SIGNATURE"]}
print(str(is_genuine(os.environ["SECRET"], headers, os.environ["BODY"].encode())).lower())
`,
  },
  go: {
    command: 'go',
    args: ['run', 'main.go'],
    file: 'main.go',
    program: (snippet) => `${snippet.replace('import (', 'import (\n\t"fmt"\n\t"os"')}
func main() {
	headers := http.Header{}
	headers.Set("webhook-id", os.Getenv("ID"))
	headers.Set("webhook-timestamp", os.Getenv("TIME"))
	headers.Set("webhook-signature", os.Getenv("SIGNATURE"))
	fmt.Println(isGenuine(os.Getenv("SECRET"), headers, []byte(os.Getenv("BODY"))))
}
`,
  },
  php: {
    command: 'php',
    args: ['main.php'],
    file: 'main.php',
    program: (snippet) => `${snippet}
$headers = ['webhook-id' => getenv('ID'), 'webhook-timestamp' => getenv('TIME'), 'webhook-signature' => getenv('SIGNATURE')];
echo is_genuine(getenv('SECRET'), $headers, getenv('BODY')) ? 'true' : 'false';
`,
  },
};

function signed(change: Partial<Request> & { readonly atS?: number } = {}): Request {
  const { atS = Math.floor(Date.now() / 1000), ...rest } = change;
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`msg_1.${atS}.${BODY}`).digest('base64');
  return {
    secret: SECRET,
    id: 'msg_1',
    timestamp: String(atS),
    signature: `v1,${signature}`,
    body: BODY,
    ...rest,
  };
}

const isInstalled = ({ command }: Language): boolean =>
  spawnSync(command, [command === 'go' ? 'version' : '--version']).error === undefined;

/** Where a language is not installed its snippet is not run, and reported as skipped. In CI that is an error. */
function describeWhere(language: Language): typeof describe.skip {
  if (isInstalled(language)) return describe;
  if (process.env['CI'] === 'true') throw new Error(`${language.command} is not installed`);
  return describe.skip;
}

for (const [name, language] of Object.entries(LANGUAGES)) {
  describeWhere(language)(`the snippet that verifies a signature in ${name}`, () => {
    let directory: string;
    beforeAll(() => {
      directory = mkdtempSync(path.join(tmpdir(), 'tributary-snippet-'));
      const snippet = readFileSync(path.join(SNIPPETS, `${name}.txt`), 'utf8');
      writeFileSync(path.join(directory, language.file), language.program(snippet));
    });
    afterAll(() => rmSync(directory, { recursive: true, force: true }));

    const verdict = ({ secret, id, timestamp, signature, body }: Request): string => {
      const { stdout, stderr } = spawnSync(language.command, [...language.args], {
        cwd: directory,
        encoding: 'utf8',
        env: { ...process.env, SECRET: secret, ID: id, TIME: timestamp, SIGNATURE: signature, BODY: body },
      });
      return stdout.trim() || stderr;
    };

    it('accepts what was signed, also beside another signature', () => {
      expect(verdict(signed())).toBe('true');
      expect(verdict(signed({ signature: `v1,AAAA ${signed().signature}` }))).toBe('true');
    }, 60_000);

    it('refuses another body, another secret, and an old request', () => {
      expect(verdict(signed({ body: `${BODY} ` }))).toBe('false');
      expect(verdict(signed({ secret: 'whsec_AAAA' }))).toBe('false');
      expect(verdict(signed({ atS: Math.floor(Date.now() / 1000) - 301 }))).toBe('false');
      expect(verdict(signed({ timestamp: 'now' }))).toBe('false');
    }, 60_000);
  });
}
