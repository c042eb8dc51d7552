import { writeFileSync } from 'node:fs';
import type { DataDir } from '../data-dir';
import type { StartOptions } from '../options';
import type { RunningSystem } from '../services/running-system';
import { schemaOf, SystemSettings } from '../services/service-environment';
import { ensureDemoUser } from './demo-user';
import { followSync } from './progress';
import { RestClient } from './rest-client';
import { SandboxControl } from './sandbox-control';
import { SetUp } from './set-up';
import { Finding, verify } from './verify';

export interface Demo {
  readonly options: StartOptions;
  readonly dataDir: DataDir;
  readonly settings: SystemSettings;
  readonly system: RunningSystem;
  readonly say: (text: string) => void;
}

/** Sets up, syncs and verifies the demo, and says where to go next; true where all of it holds. */
export async function runDemo({ options, dataDir, settings, system, say }: Demo): Promise<boolean> {
  const gatewayDatabase = settings.databaseUrls.get(schemaOf('api-gateway')) ?? '';
  const { userId, token } = await ensureDemoUser(dataDir, gatewayDatabase);
  const baseUrl = `${system.gatewayUrl}/api/v1`;
  const rest = new RestClient(baseUrl, token);
  const control = new SandboxControl(settings.sandbox.controlUrl);
  const institution = options.demoAccounts === null ? 'BERKA' : `BERKA_${options.demoAccounts}`;
  try {
    const receiverUrl = settings.sandbox.receiverUrl;
    const context = { dataDir, commands: system.commands, rest, control, userId, institution, receiverUrl };
    await new SetUp({ ...context, say: (what) => say(`  ${what}`) }).run();
    await followSync(rest, control, institution, process.stdout);
    const findings = await verify(rest, control, institution);
    for (const finding of findings) say(lineOf(finding));
    const holds = findings.every((finding) => finding.holds);
    await writeReport(dataDir, system, findings);
    if (holds) dataDir.writeReadyMark({ base_url: baseUrl, token });
    say(holds ? whereToGo(baseUrl, token, options) : 'Not everything holds; see the logs in ' + dataDir.path('logs'));
    return holds;
  } finally {
    await rest.close();
  }
}

function lineOf({ what, holds, detail }: Finding): string {
  return `  ${holds ? '✓' : '✗'} ${what}: ${detail}`;
}

/** For benchmarks and scripts: what was found, and what the processes took. */
async function writeReport(dataDir: DataDir, system: RunningSystem, findings: readonly Finding[]): Promise<void> {
  const report = { findings, processes: await system.measures() };
  writeFileSync(dataDir.path('report.json'), `${JSON.stringify(report, null, 2)}\n`);
}

function whereToGo(baseUrl: string, token: string, options: StartOptions): string {
  return [
    '',
    options.once ? 'Everything holds.' : 'Tributary is ready.',
    `  API    ${baseUrl}`,
    `  token  ${token}`,
    '  try    curl -s -H "Authorization: Bearer ' + token + `" "${baseUrl}/finance/transactions?page[size]=3&sort=-booking_date" -g`,
    '',
    ...(options.once ? [] : ['Ctrl-C ends it; the data stay in ' + options.dataDir]),
  ].join('\n');
}
