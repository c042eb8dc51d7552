import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { inScratch, report, rounded, say } from './benchmark';
import { readBare, readWhole } from './formats/readings';
import { BenchFormat, writeSample } from './formats/samples';

/**
 * Files of 1,000,000 entries, read as an upload is read, beside a bare parse of the same file: csv-parse and saxes
 * alone, and the lines of the formats that have no library. Each reading has a process of its own, for its memory.
 *
 *   npm run bench -- formats [entries]
 */
const FORMATS: readonly BenchFormat[] = ['CSV', 'OFX', 'CAMT053', 'MT940', 'QIF'];
/** A process that does nothing has 60 to 90 MB. */
const RSS_MB_MAX = 400;
/** saxes alone keeps no text. It is four times as slow where V8 does not keep its fields as such. */
const CAMT_SHARE_MIN = 0.25;

interface Result {
  readonly entries: number;
  readonly seconds: number;
  readonly peakRssMb: number;
}

async function main(entries: number): Promise<void> {
  await inScratch(async (scratch) => {
    const ratios: Record<string, number> = {};
    const figures: Record<string, unknown> = {};
    for (const format of FORMATS) {
      const file = path.join(scratch, `statement.${format.toLowerCase()}`);
      writeSample(format, entries, file);
      const [whole, bare] = [measured('whole', format, file), measured('bare', format, file)];
      if (whole.entries !== entries)
        throw new Error(`${format}: ${whole.entries} of ${entries} entries were read`);
      ratios[`${format}_rss_mb`] = whole.peakRssMb;
      const share = rounded(bare.seconds / whole.seconds);
      if (format === 'CAMT053') ratios['CAMT053_share_of_bare'] = share;
      figures[format] = {
        megabytes: Math.round(statSync(file).size / 2 ** 20),
        entries_per_s: Math.round(entries / whole.seconds),
        bare_per_s: Math.round(entries / bare.seconds),
        share_of_bare: share,
        peak_rss_mb: whole.peakRssMb,
        peak_rss_mb_bare: bare.peakRssMb,
      };
    }
    const limits = Object.fromEntries(FORMATS.map((format) => [`${format}_rss_mb`, { max: RSS_MB_MAX }]));
    const shares = { CAMT053_share_of_bare: { min: CAMT_SHARE_MIN } };
    report('formats', { ratios, figures: { entries, ...figures }, limits: { ...limits, ...shares } });
  });
}

function measured(what: 'whole' | 'bare', format: BenchFormat, file: string): Result {
  const flags = ['--max-semi-space-size=32', __filename, what, format, file];
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${format} could not be measured:\n${stderr}`);
  return JSON.parse(stdout) as Result;
}

async function measure(read: (format: BenchFormat, file: string) => Promise<number>): Promise<void> {
  const [, , , format, file = ''] = process.argv;
  const began = performance.now();
  const entries = await read(format as BenchFormat, file);
  const seconds = (performance.now() - began) / 1_000;
  const peakRssMb = Math.round(process.resourceUsage().maxRSS / 1_024);
  say(JSON.stringify({ entries, seconds, peakRssMb } satisfies Result));
}

const [, , first] = process.argv;
if (first === 'whole') void measure(readWhole);
else if (first === 'bare') void measure(readBare);
else void main(Number(first ?? 1_000_000));
