import { startBrowserServer } from '../../../api-gateway/test/browser';
import { InProcessSystem } from '../../../all-in-one/test/in-process-system';
import type { SharedConsole } from './shared-console';

/** Each account of the bank is connected by the users of all suites. */
const DAILY_CALLS = 100_000;

/** The system that console suites share, as a process: it says where it is once it serves. */
async function main(): Promise<void> {
  const [system, browser] = await Promise.all([
    InProcessSystem.start({ sandbox: { dailyCalls: DAILY_CALLS } }),
    startBrowserServer(),
  ]);
  const stop = (): void => {
    void Promise.allSettled([browser.close(), system.stop()]).finally(() => process.exit());
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  process.once('disconnect', stop); // the process that started it has ended
  const shared: SharedConsole = { ...system.place(), browserUrl: browser.wsEndpoint() };
  process.send?.(shared);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String((error as Error).stack ?? error)}\n`);
  process.exit(1);
});
