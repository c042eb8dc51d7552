import { eventually, freePort, workspaceRoot } from '@tributary/testing';
import { ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Step } from './page';

/** The fixed ports of the pages, which are replaced by free ones. */
const PORTS = ['3000', '8443', '8085'] as const;
/** Variables that pages use in later blocks. */
const VARIABLES = [
  ...['API', 'AUTH', 'JSON', 'TOKEN', 'RULE', 'ACCOUNT', 'LOG', 'SECRET', 'IMPORT', 'SETUP', 'ACCESS'],
  ...['CLIENT_ID', 'CLIENT_SECRET', 'MANAGED', 'INSTITUTION'],
].join(' ');
/** Only limits a failing test. */
const WAIT = { timeoutMs: 480_000, intervalMs: 250 };

interface Background {
  readonly command: string;
  readonly process: ChildProcess;
  output: string;
}

/**
 * A reader of a page, with a fresh machine, a fresh checkout, one terminal for background commands and one for the
 * others.
 */
export class Reader {
  private readonly variables: string;
  private readonly ports = new Map<string, string>();
  private readonly background: Background[] = [];
  private last = { text: '', output: '' };
  private token: string | null = null;

  private constructor(
    private readonly folder: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {
    this.variables = path.join(folder, '.variables.sh');
    writeFileSync(this.variables, '');
    // A command that the API refuses is an error of the page.
    writeFileSync(path.join(folder, '.curlrc'), 'fail-with-body\n');
  }

  /**
   * Starts a reader.
   * @param settings of the reader's machine beside those of the pages
   */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<Reader> {
    const folder = mkdtempSync(path.join(tmpdir(), 'tributary-reader-'));
    for (const name of readdirSync(workspaceRoot())) {
      if (name !== '.data') symlinkSync(path.join(workspaceRoot(), name), path.join(folder, name));
    }
    const reader = new Reader(folder, settings);
    for (const port of PORTS) reader.ports.set(port, String(await freePort()));
    return reader;
  }

  /** Returns the address on this machine that replaces the page's address. */
  get origin(): string {
    return this.local('http://127.0.0.1:3000');
  }

  /** Returns the output of a background command. */
  printed(command = this.background[0]?.command): string {
    return this.background.find((one) => one.command === command)?.output ?? '';
  }

  /** Sets the token that the page writes as `trb_pat_…`. */
  useToken(token: string): void {
    this.token = token;
  }

  /** Adds a file to the reader's folder. */
  has(name: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.folder, name)), { recursive: true });
    writeFileSync(path.join(this.folder, name), text);
  }

  read(name: string): string {
    return readFileSync(path.join(this.folder, name), 'utf8');
  }

  /**
   * Continues with the next page in a new terminal, without variables. Ends the background commands of the last page,
   * except the first one.
   */
  async turnPage(): Promise<void> {
    writeFileSync(this.variables, '');
    this.last = { text: '', output: '' };
    await this.end(this.background.splice(1));
  }

  async follow(step: Exclude<Step, { kind: 'reader' }>): Promise<void> {
    switch (step.kind) {
      case 'file':
        return this.save(step.name, step.text, step.continued);
      case 'output':
        return this.expectOutput(step.pattern, step);
      case 'command':
        if (step.until !== null) return this.keepRunning(step.text, step.until);
        this.last = { text: step.text, output: await this.run(step.text) };
    }
  }

  async stop(): Promise<void> {
    await this.end(this.background);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async end(started: readonly Background[]): Promise<void> {
    for (const { process: child } of [...started].reverse()) {
      if (child.exitCode !== null || child.pid === undefined) continue;
      const ended = new Promise((resolve) => child.once('close', resolve));
      process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
  }

  private save(name: string, text: string, continued: boolean): void {
    const file = path.join(this.folder, name);
    if (continued) appendFileSync(file, `\n${this.local(text)}`);
    else writeFileSync(file, this.local(text));
  }

  /**
   * Runs a command.
   * @throws Error with its output if it fails
   */
  private async run(text: string): Promise<string> {
    const script = `set -eo pipefail\n. ${this.variables}\n${this.local(text)}\n{ set +x; declare -p ${VARIABLES} 2>/dev/null || true; } > ${this.variables}`;
    const child = this.shell(script);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => (output += part.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`the command ended with ${String(code)}:\n${text}\n${output}`);
    return output;
  }

  private async keepRunning(text: string, until: string): Promise<void> {
    // A second product on this machine would have the same port as the first.
    const port = this.background.length === 0 ? '' : 'API_PORT=0\n';
    const child = this.shell(`. ${this.variables}\n${port}${this.local(text)}`);
    const kept: Background = { command: text.trim(), process: child, output: '' };
    this.background.push(kept);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part: Buffer) => (kept.output += part.toString()));
    }
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(`it ended:\n${kept.output}`);
      if (!kept.output.includes(until)) throw new Error(`it has not printed ${until}:\n${kept.output}`);
    }, WAIT);
  }

  private async expectOutput(
    pattern: RegExp,
    { repeat, of }: { repeat: boolean; of: string | null },
  ): Promise<void> {
    const wanted = new RegExp(this.local(pattern.source));
    const shown = () => (of === null ? this.last.output || this.printed() : this.printed(of));
    await eventually(
      async () => {
        if (wanted.test(shown())) return;
        if (repeat) this.last.output = await this.run(lastCommandOf(this.last.text));
        if (!wanted.test(shown())) throw new Error(`not what the page shows: ${wanted.source}\n${shown()}`);
      },
      repeat || of !== null || this.last.output === '' ? WAIT : { timeoutMs: 0 },
    );
  }

  /** Starts a shell as a process group, so that its child processes end with it. */
  private shell(script: string): ChildProcess {
    return spawn('bash', ['-c', script], {
      cwd: this.folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: `${path.join(workspaceRoot(), 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
        HOME: this.folder,
        LANG: 'C.UTF-8',
        API_PORT: this.local('3000'),
        SANDBOX_PORT: '0',
        DATA_DIR: path.join(this.folder, '.data'),
        ...this.settings,
      },
    });
  }

  private local(text: string): string {
    const withPorts = [...this.ports].reduce(
      (all, [of, own]) => all.replaceAll(new RegExp(`\\b${of}\\b`, 'g'), own),
      text,
    );
    return this.token === null ? withPorts : withPorts.replaceAll('trb_pat_…', this.token);
  }
}

/** Returns the last command of a block, with its continued lines; pages ask to repeat it. */
function lastCommandOf(text: string): string {
  const commands = text.trim().split(/(?<!\\)\n(?!\s)/);
  return commands.at(-1) ?? '';
}
