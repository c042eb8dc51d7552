import '../../src/telemetry';
import { startInProcess } from '../../src/services/in-process';
import type { SystemSettings } from '../../src/services/service-environment';

/** The first message of the parent process; `databaseUrls` are pairs, because a message cannot contain a map. */
export interface OneProcessStart {
  readonly settings: Omit<SystemSettings, 'databaseUrls'> & { readonly databaseUrls: [string, string][] };
  readonly logFile: string;
}

/** Runs the five services in a separate process, so that attack and measurement have another event loop. */
async function main({ settings, logFile }: OneProcessStart): Promise<void> {
  const databaseUrls = new Map(settings.databaseUrls);
  const system = await startInProcess({ ...settings, databaseUrls }, logFile);
  process.once('SIGTERM', () => void system.stop().then(() => process.exit(0)));
  process.send?.({ url: system.gatewayUrl });
}

process.once('message', (start) => {
  main(start as OneProcessStart).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
});
