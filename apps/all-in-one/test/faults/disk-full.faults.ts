import { pagesOf } from '@tributary/client';
import { eventually } from '@tributary/testing';
import { CommandLoad } from './command-load';
import { loadTargets } from './load-targets';
import { pause } from './pause';
import type { FaultRounds } from './rounds';
import { SmallDisk } from './small-disk';
import type { SystemUnderFault } from './system-under-fault';

const PATIENT = { timeoutMs: 60_000, intervalMs: 200 };
const FULL_FOR_MS = 20_000;
const SAID = 'its disk is full';

/**
 * Fault 16: the database's disk is full, and later has space again. It takes minutes, so only a full run includes it.
 */
export function diskFull(rounds: FaultRounds): void {
  if (!rounds.settings.full) return;
  it('Postgres with a full disk: every acknowledged write is kept, services report it, and all events arrive later', async () => {
    const disk = await SmallDisk.under(rounds.under.postgres);
    try {
      await rounds.play('the disk of Postgres is full', () => fillUp(rounds, disk));
    } finally {
      await disk.remove();
    }
  });
}

async function fillUp(rounds: FaultRounds, disk: SmallDisk): Promise<Record<string, number>> {
  const { under } = rounds;
  const load = new CommandLoad(under.apiUrl, under.token, await loadTargets(under));
  const full = Date.now();
  try {
    load.start();
    disk.fill();
    const written = under.work.add(100);
    await eventually(async () => {
      expect(under.logOf('ingestion-sync')).toContain(SAID);
      expect(await readiness(under, 'ingestion-sync')).toMatchObject({ status: 503, database: 'disk full' });
    }, PATIENT);
    await written;
    await pause(FULL_FOR_MS);
  } catch (error) {
    await load.stop();
    throw error;
  } finally {
    disk.giveSpace();
  }
  const back = Date.now();
  await eventually(async () => {
    for (const { name } of under.services)
      expect(await readiness(under, name)).toMatchObject({ status: 200 });
  }, PATIENT);
  const readyS = (Date.now() - back) / 1000;
  await load.stop();
  const { left } = await under.settle();
  expect(left).toEqual([]);
  expect(under.notRunning()).toEqual([]);
  expect(await rulesThatAreNot(under, load)).toEqual([]);
  const others = load.failed().filter(({ outcome }) => !String(outcome).startsWith('503'));
  expect(others).toEqual([]);
  return {
    fullS: (back - full) / 1000,
    readyS,
    quietS: (Date.now() - back) / 1000,
    requests: load.answers.length,
    answered503: load.failed().length,
  };
}

async function readiness(
  under: SystemUnderFault,
  name: Parameters<SystemUnderFault['service']>[0],
): Promise<{ status: number; database: string | undefined }> {
  const response = await fetch(`${under.service(name).url ?? ''}/health/ready`);
  const { checks } = (await response.json()) as { checks?: { database?: string } };
  return { status: response.status, database: checks?.database };
}

/** Returns the rules whose creation was acknowledged, but that do not exist. */
async function rulesThatAreNot({ rest }: SystemUnderFault, load: CommandLoad): Promise<string[]> {
  const names = new Set<string>();
  const pages = pagesOf((page) => rest.GET('/rules', { params: { query: { ...page, sort: ['id'] } } }));
  for await (const page of pages) for (const { name } of page) names.add(name);
  return load.acknowledged('make a rule').filter((name) => !names.has(name));
}
