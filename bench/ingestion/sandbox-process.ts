import { BenchProcess } from '../bench-process';

/** The bank at the other end of HTTP, in a process of its own. */
export interface SandboxProcess {
  readonly providerAUrl: string;
  stop(): Promise<void>;
}

/** The sandbox's own credentials, which are valid nowhere else. */
export const PROVIDER_A_SECRET = { secretId: 'sandbox-secret-id', secretKey: 'sandbox-secret-key' };

/** So many users read the same accounts that no daily allowance would do. */
const DAILY_CALLS = 1_000_000;

export async function startSandboxProcess(): Promise<SandboxProcess> {
  const environment = { SANDBOX_DAILY_CALLS: String(DAILY_CALLS) };
  const sandbox = BenchProcess.start('../apps/sandbox/src/main.js', [], environment);
  const { providerAUrl } = await sandbox.next<{ providerAUrl: string }>();
  return { providerAUrl, stop: () => sandbox.stop() };
}
