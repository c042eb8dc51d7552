import { once } from 'node:events';
import { NightlyBackups, readTimeOfDay, recordBackup, TimeOfDay } from '@tributary/service';
import { InvalidArgumentError } from 'commander';
import { Pool } from 'pg';
import { CommandLine, numberUpTo } from '../../command-line';
import { schemaOf, OperatorConfig } from '../../operator.config';
import { BackupFolder } from './backup-folder';
import { makeBackup, MadeBackup } from './make-backup';
import { makeBackupPoint } from '../backup-point';
import { Manifest } from '../copy/manifest';
import { Progress } from '../copy/progress';
import { writeCopy } from '../copy/write-copy';

const CATCH_UP_MS = 60_000;

const NIGHT: TimeOfDay = { hour: 2, minute: 30 };
const KEEP = 7;
const KEEP_MAX = 10_000;

/** `tributary backup …`: makes backups in a folder, of which the newest are retained. */
export function backupFolderCommands(line: CommandLine): void {
  const { out, withDatabase } = line;
  const backups = line.program
    .command('backups')
    .description('backups in a folder, of which the newest are kept');
  backups
    .command('make')
    .description('make one now, and delete the oldest of more than are kept')
    .argument('<folder>', 'of this installation alone')
    .option('--keep <n>', 'how many stay', numberUpTo(KEEP_MAX), KEEP)
    .action((folder: string, { keep }: { keep: number }) =>
      withDatabase(async (...database) =>
        out(inWords(await madeIn(database, new BackupFolder(folder), keep))),
      ),
    );
  nightly(line, backups);
  backups
    .command('list')
    .description('list those of a folder, the newest first')
    .argument('<folder>')
    .action((folder: string) => {
      const kept = new BackupFolder(folder).backups();
      for (const { name, madeAt } of kept) out(JSON.stringify({ name, made_at: madeAt.toISOString() }));
      if (kept.length === 0) out('there are none');
    });
  backups
    .command('note')
    .description('record that one was made in another way, for the metric of its age')
    .action(() =>
      withDatabase(async (pool, config) => {
        const record = { by: config.operator, outcome: 'made in another way', error: null };
        await pool.query(...recordBackup(schemaOf('api-gateway'), record));
        out('recorded');
      }),
    );
}

function nightly({ out, withDatabase }: CommandLine, backups: CommandLine['program']): void {
  backups
    .command('nightly')
    .description('make one every night, until this is stopped')
    .argument('<folder>', 'of this installation alone')
    .option(
      '--at <time>',
      'time of the day, in the zone of the machine, 02:30 without; off: none are made',
      timeOf,
    )
    .option('--keep <n>', 'how many stay', numberUpTo(KEEP_MAX), KEEP)
    .action(async (directory: string, { at = NIGHT, keep }: { at?: TimeOfDay | null; keep: number }) => {
      const folder = new BackupFolder(directory);
      const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
      if (at !== null) folder.open();
      const schedule = at && scheduled(at, folder, keep);
      await schedule?.start();
      out(
        at === null
          ? 'No backups are made: the time is off.'
          : `Backups are made at ${shown(at)}, in ${folder.root}.`,
      );
      await until(stopped);
      await schedule?.stop();
    });

  const scheduled = (at: TimeOfDay, folder: BackupFolder, keep: number) =>
    new NightlyBackups({
      at,
      newest: async () => folder.newest(),
      make: async () => {
        let madeAt = new Date();
        await withDatabase(async (...database) => {
          const made = await madeIn(database, folder, keep);
          out(inWords(made));
          ({ madeAt } = made);
        });
        return madeAt;
      },
      onFailure: (error) =>
        out(
          `No backup was made; it is tried again in an hour. ${error instanceof Error ? error.message : ''}`,
        ),
    });
}

/** Waits for the event. A timer keeps the process alive, because signal listeners alone do not. */
async function until(event: Promise<unknown>): Promise<void> {
  const alive = setInterval(() => undefined, 2 ** 30);
  await event.finally(() => clearInterval(alive));
}

function madeIn(
  [pool, config]: readonly [Pool, OperatorConfig],
  folder: BackupFolder,
  keep: number,
): Promise<MadeBackup> {
  return makeBackup({
    adminUrl: config.adminUrl,
    folder,
    keep,
    by: config.operator,
    copy: (directory) => copyAtPoint(pool, config, directory),
  });
}

function inWords({ name, tables }: MadeBackup): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `Backed up ${rows} rows of ${tables.length} tables: ${name}`;
}

const shown = ({ hour, minute }: TimeOfDay) =>
  [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');

function timeOf(word: string): TimeOfDay | null {
  if (word === 'off') return null;
  const time = readTimeOfDay(word);
  if (time !== null) return time;
  throw new InvalidArgumentError(`"${word}" is not a time, such as 02:30, or off.`);
}

/** Copies the database at a backup point into a directory; if the bus is in the database, any moment is one. */
async function copyAtPoint(pool: Pool, config: OperatorConfig, directory: string): Promise<Manifest> {
  const copy = (snapshot?: string) => writeCopy(config.adminUrl, directory, new Progress(), snapshot);
  if (config.kafka === null) return copy();
  let manifest: Manifest | null = null;
  await makeBackupPoint(pool, config, {
    name: `tributary-${new Date().toISOString()}`,
    catchUpWithinMs: CATCH_UP_MS,
    onSnapshot: async (snapshot) => void (manifest = await copy(snapshot)),
  });
  if (manifest === null) throw new Error('the point had no snapshot');
  return manifest;
}
