import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Secrets of an installation on one machine, made at its first start. */
export interface InstallationSecrets {
  /** The services' keys derive from it; services do not get it. */
  readonly masterKey: string;
  /** The one key of all services, if the installation is older than separate keys: it decrypts what it encrypted. */
  readonly encryptionKey?: string;
  readonly rolePassword: string;
}

/** The demo's completed steps; each runs once, however often it is started. */
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

  /** Created at the first start, with later additions at the next one; readable by the owner only. */
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

  /** A system that is not ready yet must not look ready. */
  removeReadyMark(): void {
    rmSync(this.path('demo.json'), { force: true });
  }

  /** For programs: the address and the token of the verified demo, and the link that opens its console once. */
  writeReadyMark(mark: { base_url: string; token: string; console_url: string }): void {
    this.write('demo.json', mark);
  }

  /**
   * For the operator's command, while this runs: URLs of the database (and the brokers). Readable by the owner only.
   */
  writeOperatorSettings(settings: Readonly<Record<string, string>>): void {
    this.write('operator.json', settings);
  }

  removeOperatorSettings(): void {
    rmSync(this.path('operator.json'), { force: true });
  }

  private read<T>(name: string): T | null {
    if (!existsSync(this.path(name))) return null;
    return JSON.parse(readFileSync(this.path(name), 'utf8')) as T;
  }

  /** Atomically: a reader sees the old file or the new one, never half of it. */
  private write(name: string, value: unknown): void {
    const draft = this.path(`.${name}.${process.pid}`);
    writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, this.path(name));
  }
}
