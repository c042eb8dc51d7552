import { startSandbox, SandboxPortTaken } from './sandbox';
import { InvalidSandboxOption, sandboxOptionsFromEnvironment } from './sandbox-options';

/** The sandbox as a process: one JSON line once it serves, and the port's name in plain words when it cannot. */
async function main(): Promise<void> {
  const sandbox = await startSandbox(sandboxOptionsFromEnvironment(process.env));
  const {
    url,
    providerAUrl,
    providerBUrl,
    providerCUrl,
    budgetaUrl,
    sheetsUrl,
    workspaceUrl,
    budgetaOAuthUrl,
    receiverUrl,
    controlUrl,
    caCertificate,
  } = sandbox;
  const addresses = {
    url,
    providerAUrl,
    providerBUrl,
    providerCUrl,
    budgetaUrl,
    sheetsUrl,
    workspaceUrl,
    budgetaOAuthUrl,
    receiverUrl,
    controlUrl,
  };
  const ready = { event: 'ready', ...addresses, caCertificate };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  process.send?.(ready);
  const stop = (): void => {
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', stop); // the process that forked it is gone
}

function fail(error: unknown): void {
  const isExplained = error instanceof SandboxPortTaken || error instanceof InvalidSandboxOption;
  const text = isExplained ? error.message : String((error as Error).stack ?? error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

main().catch(fail);
