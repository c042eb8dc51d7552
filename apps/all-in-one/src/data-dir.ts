import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The secrets of an installation on one machine, created at its first start. */
export interface InstallationSecrets {
  /** The key from which the services' keys derive; services do not get it. */
  readonly masterKey: string;
  /** The common key of all services in installations from before separate keys; it still decrypts. */
  readonly encryptionKey?: string;
  readonly rolePassword: string;
}

/** The completed steps of the demo; each step runs once, also over several starts. */
export interface DemoState {
  token?: string;
  connectionId?: number;
  accountIds?: number[];
  budgetConnected?: boolean;
  ruleId?: number;
  linksMade?: boolean;
  webhookMade?: boolean;
  syncStarted?: boolean;
}

/** The directory with all data of an installation on one machine. */
export class DataDir {
  constructor(readonly root: string) {
    mkdirSync(root, { recursive: true, mode: 0o700 });
  }

  path(...parts: string[]): string {
    return path.join(this.root, ...parts);
  }

  /**
   * Returns the secrets. They are created at the first start, with later additions at the next one, and are readable by
   * the owner only.
   */
  secrets(): InstallationSecrets {
    const known = this.read<Partial<InstallationSecrets>>('secrets.json');
    const secrets = {
      masterKey: randomBytes(32).toString('base64'),
      rolePassword: randomBytes(18).toString('base64url'),
      ...known,
    };
    if (known?.masterKey) return secrets;
    this.write('secrets.json', secrets);
    return secrets;
  }

  demoState(): DemoState {
    return this.read<DemoState>('demo-state.json') ?? {};
  }

  saveDemoState(state: DemoState): void {
    this.write('demo-state.json', state);
  }

  /** Removes the ready mark, so that a starting system does not look ready. */
  removeReadyMark(): void {
    rmSync(this.path('demo.json'), { force: true });
  }

  /**
   * Writes the ready mark for programs: the address and the token of the verified demo, and a single-use link to its
   * console.
   */
  writeReadyMark(mark: { base_url: string; token: string; console_url: string }): void {
    this.write('demo.json', mark);
  }

  /**
   * Writes the URLs of the database and the brokers for the operator's command, readable by the owner only. The file
   * exists while the program runs.
   */
  writeOperatorSettings(settings: Readonly<Record<string, string>>): void {
    this.write('operator.json', settings);
  }

  /** Adds the address of the API, which is known once the services run. */
  addOperatorSettings(settings: Readonly<Record<string, string>>): void {
    this.write('operator.json', { ...this.read<Record<string, string>>('operator.json'), ...settings });
  }

  removeOperatorSettings(): void {
    rmSync(this.path('operator.json'), { force: true });
  }

  private read<T>(name: string): T | null {
    if (!existsSync(this.path(name))) return null;
    return JSON.parse(readFileSync(this.path(name), 'utf8')) as T;
  }

  /** Writes a file atomically: a reader sees the old or the new content. */
  private write(name: string, value: unknown): void {
    const draft = this.path(`.${name}.${process.pid}`);
    writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, this.path(name));
  }
}
