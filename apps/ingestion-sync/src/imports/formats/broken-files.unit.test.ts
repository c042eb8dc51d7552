import { FILE_FORMATS } from '@tributary/contracts';
import { isDecimal } from '@tributary/money';
import { FULL } from '@tributary/testing';
import { collect, cut, readFile } from '../../../test/imports/reading';
import { SAMPLE_FILES } from '../../../test/imports/sample-files';
import { dayOf } from './values/days';
import { detectStatement } from './detect-statement';
import { STATEMENT_LIMITS } from './limits';
import { readStatement } from './read-statement';
import { StatementFormat, StatementItem } from './statement';
import { StatementProblem } from './statement-problem';

/** The number of mutations of each format; all together 10,000. */
const MUTATIONS = FULL ? 2_000 : 60;
/** Processor time, so that other work on the machine does not count. */
const CPU_SECONDS_MAX = 10;
const cpuSeconds = (since?: NodeJS.CpuUsage) => process.cpuUsage(since).user / 1_000_000;
const FIRST_SEED = Number(process.env.SEED ?? 1);

describe.each(FILE_FORMATS)('files of %s', (format) => {
  const sample = SAMPLE_FILES[format](20);

  it.each([1, 7, 64 * 1024])('have the same entries in chunks of %p bytes', async (size) => {
    const whole = await readFile(SAMPLE_FILES[format](400));
    expect(whole.entries).toHaveLength(400);
    expect(whole.unreadable).toEqual([]);
    expect((await readFile(SAMPLE_FILES[format](400), { size })).items).toEqual(whole.items);
  });

  it('are read with line ends of all kinds', async () => {
    const whole = await readFile(sample);
    for (const end of ['\r\n', '\r']) {
      const entries = (await readFile(sample.replaceAll('\n', end))).entries;
      expect(entries.map(({ document }) => document.amount)).toEqual(
        whole.entries.map(({ document }) => document.amount),
      );
    }
  });

  it(`are refused, or have whole entries only, after any of ${MUTATIONS} mutations`, async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + MUTATIONS; seed += 1) {
      const bytes = mutated(Buffer.from(sample), seed);
      const began = process.cpuUsage();
      const problem = problemOf(await outcome(format, bytes));
      if (problem !== null) throw new Error(`seed ${seed}: ${problem}`);
      expect(cpuSeconds(began)).toBeLessThan(CPU_SECONDS_MAX);
    }
  }, 600_000);

  it('are bounded where one line, one field or one tag never ends', async () => {
    const header = sample.slice(0, sample.indexOf('20'));
    for (const endless of ['a', '<', '"', '\n', ':61:', '^', ' ', '\u0000', '<a>', '&', ';', '<!--', 'é']) {
      const bytes = Buffer.from(header + endless.repeat(1_000_000 / endless.length));
      const began = process.cpuUsage();
      const items = await outcome(format, bytes);
      expect(problemOf(items)).toBeNull();
      expect(cpuSeconds(began)).toBeLessThan(CPU_SECONDS_MAX);
    }
  });

  it('list so many entries that cannot be read, and count the others', async () => {
    const broken = SAMPLE_FILES[format](STATEMENT_LIMITS.unreadable + 50).replaceAll(
      BROKEN_DATE[format],
      '$1x',
    );
    const how = { format, csv: detectStatement(Buffer.from(sample), null)?.csv?.reading ?? null };
    const { unreadable, entries } = await readFile(broken, { how });
    expect(entries).toEqual([]);
    expect(unreadable).toHaveLength(STATEMENT_LIMITS.unreadable + 1);
    expect(unreadable.at(-1)?.reason).toBe('50 more entries cannot be read.');
  });

  it('are refused where most rows cannot be read, before the others cost time', async () => {
    const broken = SAMPLE_FILES[format](STATEMENT_LIMITS.rowsBesideEntries + 50).replaceAll(
      BROKEN_DATE[format],
      '$1x',
    );
    const how = { format, csv: detectStatement(Buffer.from(sample), null)?.csv?.reading ?? null };
    await expect(readFile(broken, { how })).rejects.toThrow(
      /^Most rows are no entries that can be read: 10,001 of 10,001 so far \(line \d+\)$/,
    );
  });

  it('are read where as many rows can be read as cannot', async () => {
    const rows = STATEMENT_LIMITS.rowsBesideEntries + 50;
    let index = 0;
    const half = SAMPLE_FILES[format](2 * rows).replaceAll(BROKEN_DATE[format], (begin: string) =>
      (index += 1) % 2 === 0 ? `${begin}x` : begin,
    );
    const how = { format, csv: detectStatement(Buffer.from(sample), null)?.csv?.reading ?? null };
    expect((await readFile(half, { how })).entries).toHaveLength(rows);
  });
});

const BROKEN_DATE: Readonly<Record<StatementFormat, RegExp>> = {
  OFX: /(<DTPOSTED>)/g,
  CAMT053: /(<Dt>)/g,
  MT940: /(:61:)/g,
  QIF: /^(D)/gm,
  CSV: /^()(?=\d\d\.)/gm,
};

/** Returns the items, or the problem if the file is refused; any other error fails the test. */
async function outcome(format: StatementFormat, bytes: Uint8Array): Promise<StatementItem[]> {
  try {
    const csv = detectStatement(bytes, null)?.csv?.reading ?? null;
    if (format === 'CSV' && csv === null) return [];
    return await collect(readStatement(cut(bytes, 10_000), { format, csv }));
  } catch (error) {
    if (error instanceof StatementProblem) return [];
    throw error;
  }
}

/** Returns why an item is incomplete; null if all are complete. */
function problemOf(items: readonly StatementItem[]): string | null {
  const accounts = new Set<string>();
  for (const item of items) {
    if (item.kind === 'account') accounts.add(item.account.key);
    if (item.kind === 'unreadable' && !(item.unreadable.line > 0)) return 'an unreadable entry has no line';
    if (item.kind === 'balance' && !isDecimal(item.balance.amount)) return 'a balance is no amount';
    if (item.kind !== 'entry') continue;
    const { accountKey, booked, document } = item.entry;
    if (!accounts.has(accountKey)) return 'an entry comes before its account';
    if (!isDecimal(document.amount)) return 'an amount is none';
    if (!/^[A-Z]{3}$/.test(document.currency)) return 'a currency is none';
    const date = document.booking_date ?? document.value_date;
    if (date === null || dayOf(date, 'YMD') !== date) return 'an entry has no day';
    if (document.booked !== booked) return 'an entry is booked and not booked';
    if (/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(document))) return 'a text cannot be stored';
  }
  return null;
}

/** Changes up to eight positions of a file: bytes, cuts, repetitions, and characters with a meaning in such formats. */
function mutated(bytes: Buffer, seed: number): Buffer {
  const random = generator(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  let result = bytes;
  for (let count = 1 + below(8); count > 0; count -= 1) {
    const [at, length] = [below(result.length + 1), below(40)];
    const [before, after] = [result.subarray(0, at), result.subarray(at)];
    const piece = Buffer.from(PIECES[below(PIECES.length)] ?? '', 'latin1');
    switch (below(6)) {
      case 0:
        result = Buffer.concat([before, Buffer.from([below(256)]), after.subarray(1)]);
        break;
      case 1:
        result = Buffer.concat([before, after.subarray(length)]);
        break;
      case 2:
        result = Buffer.concat([before, after.subarray(0, length), after]);
        break;
      case 3:
        result = below(4) === 0 ? Buffer.from(before) : result;
        break;
      default:
        result = Buffer.concat([before, piece, after]);
    }
  }
  return result;
}

const PIECES = [
  '\u0000',
  '\u00ff\u00fe',
  '\u00ef\u00bb\u00bf',
  '\u00c3',
  '"',
  '""',
  '<',
  '>',
  '</',
  '/>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '<!DOCTYPE a [',
  '&',
  '&amp;',
  '&#0;',
  '&#xD800;',
  '&#x10ffff;',
  '\n',
  '\r',
  '\r\n',
  ';',
  ',',
  '\t',
  ':',
  ':61:',
  ':86:',
  ':20:',
  '-',
  '-}',
  '{4:',
  '^',
  '^\n',
  '!Type:Bank\n',
  '!Account\n',
  '?20',
  '<STMTTRN>',
  '</STMTTRN>',
  '<Ntry>',
  '</Ntry>',
  '99999999',
  '1e9',
  '-',
  '(',
  ')',
  '.',
  '0',
  '31',
  '02',
  'NaN',
];

/** Mulberry32: the same numbers for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
