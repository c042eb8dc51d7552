import { CONSOLE_LINK_MINUTES } from '@tributary/api-gateway';
import { createTributaryClient } from '@tributary/client';
import { writeFileSync } from 'node:fs';
import type { DataDir } from '../data-dir';
import type { StartOptions } from '../options';
import type { RunningSystem } from '../services/running-system';
import { schemaOf, SystemSettings } from '../services/service-environment';
import { demoConsolePath, ensureDemoUser } from './demo-user';
import { PathCost, startCounting } from './path-cost';
import { followSync } from './progress';
import { SandboxControl } from './sandbox-control';
import { DEMO_HOOK, SetUp } from './set-up';
import { Finding, verify } from './verify';

export interface Demo {
  readonly options: StartOptions;
  readonly dataDir: DataDir;
  readonly settings: SystemSettings;
  readonly adminUrl: string;
  readonly system: RunningSystem;
  readonly report: (text: string) => void;
}

/**
 * Sets up, syncs and verifies the demo, and prints its addresses. If an earlier start has set it up, it prints the
 * addresses first, because the services respond already, and comparing all rows takes longer than the start.
 * @returns whether every check passes
 */
export async function runDemo({
  options,
  dataDir,
  settings,
  adminUrl,
  system,
  report,
}: Demo): Promise<boolean> {
  const gatewayDatabase = settings.databaseUrls.get(schemaOf('api-gateway')) ?? '';
  const { userId, token } = await ensureDemoUser(dataDir, gatewayDatabase);
  const baseUrl = `${system.gatewayUrl}/api/v1`;
  const rest = createTributaryClient({ baseUrl, token });
  const control = new SandboxControl(settings.sandbox);
  const institution = options.demoAccounts === null ? 'BERKA' : `BERKA_${options.demoAccounts}`;
  const receiverUrl = settings.sandbox.receiverUrl;
  const context = { dataDir, commands: system.commands, rest, control, userId, institution, receiverUrl };
  const announce = async (): Promise<void> => {
    // Created last, so that its validity of ten minutes begins when it is printed.
    const consoleUrl = new URL(await demoConsolePath(gatewayDatabase, userId), system.gatewayUrl).href;
    dataDir.writeReadyMark({ base_url: baseUrl, token, console_url: consoleUrl });
    report(whereToGo({ baseUrl, token, consoleUrl }, options));
  };
  const wasSetUp = dataDir.demoState().syncStarted === true && !options.once;
  const endCounting = await startCounting({
    processes: [
      ...(await system.measures()),
      { name: 'sandbox', pid: settings.sandbox.child?.process.pid ?? 0 },
    ],
    adminUrl,
    postgresDir: dataDir.path('postgres'),
  });
  await new SetUp({ ...context, report: (what) => report(`  ${what}`) }).run();
  if (wasSetUp) {
    await announce();
    report('\nComparing what it has with the bank, the budget and the receiver');
  }
  await followSync(rest, control, institution, process.stdout);
  const cost = await endCounting();
  const findings = await verify(rest, control, institution);
  for (const finding of findings) report(lineOf(finding));
  const holds = findings.every((finding) => finding.holds);
  await writeReport(dataDir, system, findings, await pathSeconds(control, institution), cost);
  if (!holds) report(`Not everything holds; see the logs in ${dataDir.path('logs')}`);
  else if (wasSetUp) report('Everything holds.');
  else await announce();
  return holds;
}

function lineOf({ what, holds, detail }: Finding): string {
  return `  ${holds ? '✓' : '✗'} ${what}: ${detail}`;
}

/** Returns the seconds from the first request to the provider to the last delivery, as recorded by the sandbox. */
async function pathSeconds(control: SandboxControl, institution: string): Promise<number | null> {
  const { provider_a: provider, receiver } = await control.summary(institution);
  const last = receiver[DEMO_HOOK]?.last_arrival_at ?? null;
  return last === null || provider.first_request_at === null
    ? null
    : (last - provider.first_request_at) / 1000;
}

/** Writes the findings, the cost of the sync and the memory of the processes, for benchmarks and scripts. */
async function writeReport(
  dataDir: DataDir,
  system: RunningSystem,
  findings: readonly Finding[],
  pathS: number | null,
  cost: PathCost | null,
): Promise<void> {
  const report = { findings, path_s: pathS, cost, processes: await system.measures() };
  writeFileSync(dataDir.path('report.json'), `${JSON.stringify(report, null, 2)}\n`);
}

interface Addresses {
  readonly baseUrl: string;
  readonly token: string;
  readonly consoleUrl: string;
}

function whereToGo({ baseUrl, token, consoleUrl }: Addresses, options: StartOptions): string {
  const console = [
    `  console  ${consoleUrl}`,
    `           (opens once, within ${CONSOLE_LINK_MINUTES} minutes, on this machine)`,
  ];
  return [
    '',
    options.once ? 'Everything holds.' : 'Tributary is ready.',
    ...(options.once ? [] : console),
    `  API      ${baseUrl}`,
    `  token    ${token}`,
    '  try      curl -s -H "Authorization: Bearer ' +
      token +
      `" "${baseUrl}/finance/transactions?page[size]=3&sort=-booking_date" -g`,
    '',
    ...(options.once ? [] : ['Ctrl-C ends it; the data stay in ' + options.dataDir]),
  ].join('\n');
}
