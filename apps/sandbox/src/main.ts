import { startSandbox, SandboxPortTaken } from './sandbox';
import { InvalidSandboxOption, sandboxOptionsFromEnvironment } from './sandbox-options';

/** The sandbox as a process: one JSON line once it serves, and the port's name in plain words when it cannot. */
async function main(): Promise<void> {
  const options = sandboxOptionsFromEnvironment(process.env);
  const { close, credentials: _credentials, ...addresses } = await startSandbox(options);
  const ready = { event: 'ready', ...addresses };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  process.send?.(ready);
  const stop = (): void => {
    close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', stop); // the parent process has ended
}

function fail(error: unknown): void {
  const isExplained = error instanceof SandboxPortTaken || error instanceof InvalidSandboxOption;
  const text = isExplained ? error.message : String((error as Error).stack ?? error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

main().catch(fail);
