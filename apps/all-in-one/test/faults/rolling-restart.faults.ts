import { dataOf, type TributaryClient } from '@tributary/client';
import { SERVICES } from '@tributary/contracts';
import { CommandLoad, LoadTargets } from './command-load';
import { loadTargets } from './load-targets';
import { pause } from './pause';
import type { SystemUnderFault } from './system-under-fault';

const UNDISTURBED_MS = 1000;

/** The results of the API's clients during a rolling restart. */
export interface RollingRestart {
  readonly requests: number;
  readonly commands: number;
  readonly failed: readonly string[];
  readonly slowestCommandMs: number;
  readonly slowestReadMs: number;
  readonly lastedS: number;
}

/**
 * Restarts processes of every service one after the other: SIGTERM, a replacement, and the next one as soon as that is
 * ready, under continuous commands and reads. Each acknowledged command must have had its effect.
 */
export async function restartInTurn(under: SystemUnderFault, ofEach: number): Promise<RollingRestart> {
  const targets = await loadTargets(under);
  const load = new CommandLoad(under.apiUrl, under.token, targets);
  const rulesBefore = await countRules(under.rest);
  load.start();
  await pause(UNDISTURBED_MS);
  const began = Date.now();
  try {
    await replaceInTurn(under, ofEach);
  } catch (error) {
    await load.stop();
    throw error;
  }
  const lastedS = (Date.now() - began) / 1000;
  await pause(UNDISTURBED_MS);
  await load.stop();
  await expectEffects(under, load, targets, rulesBefore);
  const { commandMs, readMs } = load.slowest();
  return {
    requests: load.answers.length,
    commands: load.answers.length - load.count('read'),
    failed: load.failed().map(({ what, outcome, ms }) => `${what}: ${outcome} after ${ms} ms`),
    slowestCommandMs: commandMs,
    slowestReadMs: readMs,
    lastedS,
  };
}

async function replaceInTurn(under: SystemUnderFault, ofEach: number): Promise<void> {
  for (const name of SERVICES) {
    for (const service of under.services.filter((one) => one.name === name).slice(0, ofEach)) {
      await service.stop();
      await service.start();
    }
    await under.work.add(1);
  }
}

/** Checks that every acknowledged command had its effect exactly once. */
async function expectEffects(
  { rest }: SystemUnderFault,
  load: CommandLoad,
  { accountId, webhookId }: LoadTargets,
  rulesBefore: number,
): Promise<void> {
  const [account, webhook, rules] = await Promise.all([
    dataOf(rest.GET('/finance/accounts/{accountId}', { params: { path: { accountId } } })),
    dataOf(rest.GET('/webhooks/{webhookId}', { params: { path: { webhookId } } })),
    countRules(rest),
  ]);
  expect({
    failed: load.failed(),
    account: account.data.custom_name,
    webhook: webhook.data.description,
    rules: rules - rulesBefore,
  }).toEqual({
    failed: [],
    account: load.acknowledged('rename an account').at(-1),
    webhook: load.acknowledged('describe a webhook').at(-1),
    rules: load.acknowledged('make a rule').length,
  });
}

async function countRules(rest: TributaryClient): Promise<number> {
  return (await dataOf(rest.GET('/rules', { params: { query: { 'page[size]': 1 } } }))).meta.total;
}
