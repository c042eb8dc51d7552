import { Scope, SCOPES } from '@tributary/api-gateway';
import fc from 'fast-check';
import { AttackedSystem } from '../attacks/attacked-system';
import { TelemetryCollector } from '../telemetry-collector';
import { accountMarks, markedDetails } from './marks';
import { Outcome, Output, OUTPUTS, Outputs } from './outputs';
import { Played, playScopeSet } from './scope-set';

/** The number of sets of scopes beside the set of all scopes. */
const SETS = process.env['FULL'] === '1' ? 60 : 2;
const SEED = Number(process.env['SEED'] ?? 20_261_122);
const UNSEEING = SCOPES.filter((scope) => scope !== 'sensitive:read');

jest.setTimeout(3_600_000);

/** Outputs of the process itself, shared by all sets. */
const OF_ALL = ['logs', 'traces'] as const satisfies readonly Output[];
/** The outputs in which the owner must see marks, which shows that the search for marks works. */
const SHOWN_TO_OWNER = OUTPUTS.filter(
  (output) => !['logs', 'traces', 'error answers', 'transfer logs'].includes(output),
);

describe('a different mark in every sensitive field', () => {
  const played: Played[] = [];
  const ofAll = new Outputs();
  let owned: Played;

  beforeAll(async () => {
    const collector = await TelemetryCollector.start(({ spans }) => {
      for (const span of spans) ofAll.note('traces', span.name, JSON.stringify(span));
    });
    try {
      await play(collector.url);
    } finally {
      await collector.stop();
    }
  });

  async function play(collectorUrl: string): Promise<void> {
    const overrides = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
      LOG_LEVEL: 'debug',
      BUDGETA_REQUESTS_PER_HOUR: '1000000',
    };
    const system = await AttackedSystem.start('one process', { bankAccounts: 1, overrides });
    try {
      const [account] = (await system.control.bankLedger('BERKA')).accounts;
      const bankAccount = account?.id ?? '';
      await system.control.describe(bankAccount, markedDetails());
      owned = await playScopeSet(system, bankAccount, 0, null);
      for (const [turn, scopes] of scopeSets().entries()) {
        played.push(await playScopeSet(system, bankAccount, turn + 1, scopes));
      }
    } finally {
      for (const line of system.logs().split('\n')) ofAll.note('logs', 'line', line);
      await system.stop();
    }
  }

  it('never appears without sensitive:read, whatever else was granted', () => {
    process.stdout.write(table([...played], ofAll));
    for (const { scopes, outputs } of played)
      expect({ scopes, found: outputs.findings() }).toEqual({ scopes, found: [] });
  });

  it('appears in no log and no trace of any service', () => {
    for (const output of OF_ALL) expect(ofAll.at(output).texts).toBeGreaterThan(100);
    expect(ofAll.findings()).toEqual([]);
  });

  it('proves the search: the owner sees every mark, and each output shows some to those who may read them', () => {
    const seen = owned.outputs.allMarks();
    expect([...owned.planted, ...accountMarks()].filter((mark) => !seen.has(mark))).toEqual([]);
    expect(SHOWN_TO_OWNER.filter((output) => owned.outputs.at(output).marks.size === 0)).toEqual([]);
    const [everything] = played;
    expect(everything?.shaped).toBeGreaterThan(0);
    const silent = OUTPUTS.filter((output) => output !== 'export' && !OF_ALL.some((one) => one === output));
    expect(silent.filter((output) => everything?.outputs.at(output).texts === 0)).toEqual([]);
  });
});

/** Returns all scopes but one, and a seeded share of the smaller sets. */
function scopeSets(): readonly (readonly Scope[])[] {
  return [UNSEEING, ...fc.sample(fc.subarray(UNSEEING, { minLength: 1 }), { numRuns: SETS, seed: SEED })];
}

/** Returns the numbers of searched texts and found marks, by output, and (FULL) by output and set. */
function table(sets: readonly Played[], ofAll: Outputs): string {
  const isOfAll = (output: Output) => OF_ALL.some((one) => one === output);
  const line = (name: string, outcomes: readonly Outcome[]) => {
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    const texts = sum(outcomes.map((outcome) => outcome.texts));
    const marks = sum(outcomes.map((outcome) => outcome.marks.size));
    return `  ${name.padEnd(16)} ${String(texts).padStart(8)} texts, marks seen: ${marks}`;
  };
  const byOutput = OUTPUTS.map((output) =>
    line(output, isOfAll(output) ? [ofAll.at(output)] : sets.map(({ outputs }) => outputs.at(output))),
  );
  const bySet = sets.flatMap(({ scopes, outputs }) => [
    ` ${scopes?.join(' ') ?? ''}`,
    ...OUTPUTS.filter((output) => !isOfAll(output)).map((output) => line(output, [outputs.at(output)])),
  ]);
  const title = `marked values: ${OUTPUTS.length} outputs x ${sets.length} scope sets without sensitive:read`;
  return [title, ...byOutput, ...(process.env['FULL'] === '1' ? bySet : []), ''].join('\n');
}
