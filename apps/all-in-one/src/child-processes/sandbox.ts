import type { Sandbox } from '@tributary/sandbox';
import type { DataDir } from '../data-dir';
import { Child, mainScriptOf, readyMessage, startChild } from './child';

/** The addresses of a running sandbox with the demo's companies. */
export interface RunningSandbox extends Omit<Sandbox, 'credentials' | 'close'> {
  /** Null if another program has started the sandbox. */
  readonly child: Child | null;
}

/** A sandbox in a process that this one has started. */
export interface SandboxProcess extends RunningSandbox {
  readonly child: Child;
}

export interface SandboxStart {
  /** The directory of the compiled apps; default: this app's build. */
  readonly build?: string;
  /** Further settings of the sandbox. */
  readonly environment?: Readonly<Record<string, string>>;
}

export async function startSandboxProcess(
  dataDir: DataDir,
  port: number,
  { build, environment }: SandboxStart = {},
): Promise<SandboxProcess> {
  const child = startChild({
    name: 'sandbox',
    script: mainScriptOf('sandbox', build),
    environment: {
      SANDBOX_PORT: String(port),
      SANDBOX_RECEIVER_PORT: '0',
      SANDBOX_DATA_DIR: dataDir.path('sandbox'),
      ...environment,
    },
    logFile: dataDir.path('logs', 'sandbox.log'),
  });
  const urls = await readyMessage<Omit<SandboxProcess, 'child'>>(child);
  return { ...urls, child };
}

/**
 * Returns the sandbox of another program.
 * @param ready the message that the sandbox sent to that program
 */
export function sandboxElsewhere(ready: string): RunningSandbox {
  return { ...(JSON.parse(ready) as Omit<RunningSandbox, 'child'>), child: null };
}

/** Credentials of the sandbox's servers, which are valid only there. */
export const SANDBOX_CREDENTIALS = {
  secretId: 'sandbox-secret-id',
  secretKey: 'sandbox-secret-key',
  providerCClientId: 'sandbox-client-id',
  providerCConsumerKey: 'sandbox-consumer-key',
  budgetaToken: 'sandbox-budgeta-token',
  budgetaClientId: 'sandbox-budgeta-client-id',
  budgetaClientSecret: 'sandbox-budgeta-client-secret',
  sheetsClientId: 'sandbox-sheets-client-id',
  sheetsClientSecret: 'sandbox-sheets-client-secret',
  workspaceClientId: 'sandbox-workspace-client-id',
  workspaceClientSecret: 'sandbox-workspace-client-secret',
} as const;
