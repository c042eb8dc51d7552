import {
  CAPS,
  createFirstRunCode,
  lendImportToken,
  LIMITS,
  openAccessDatabase,
} from '@tributary/api-gateway';
import { inWords, RunNotes, unknownSettings } from '@tributary/service';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DataDir } from '../data-dir';
import { UsageError } from '../options';
import { asProgram, Cleanup, RunningProgram, printLine } from '../program';
import { startInProcess } from '../services/in-process';
import { Troubles } from '../services/troubles';
import { InstallationSettings, schemaOf } from '../services/service-environment';
import { openDatabase } from '../database';
import { checkPortFree } from '../child-processes/port-check';
import { claimHome } from './claim-home';
import { nightlyBackups } from './nightly-backups';
import { NotAFolderError } from './import-folder/open-folder';
import { ImportFolder } from './import-folder/import-folder';
import { afterSuddenEnd, freeResources, warningsAbout } from './machine-resources';
import { readServeOptions, SERVE_USAGE, ServeOptions } from './serve-options';

/**
 * The database has a few hundred megabytes, which the system caches too: a larger cache of PostgreSQL would hold them
 * twice.
 */
const POSTGRES_SETTINGS = { shared_buffers: '96MB' };

/** `npx tributary serve`: runs the product on one machine, for a person's own banks. */
export function serve(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  return asProgram(async (program) => {
    if (words.includes('--help')) {
      printLine(SERVE_USAGE);
      return 0;
    }
    await start(readServeOptions(words, environment), program);
    return null;
  });
}

async function start(options: ServeOptions, program: RunningProgram): Promise<void> {
  const { cleanup } = program;
  const home = new DataDir(options.home);
  const free = await freeResources(home.root);
  const warnings = warningsAbout(free, home.root); // before the first write, which a full disk would fail
  const { wasStopped } = claimHome(home, cleanup);
  await checkPortFree('API_PORT', options.port);
  const notes = new RunNotes(home.path('run.json'));
  cleanup.push(async () => notes.end());
  if (!wasStopped) warnings.push(afterSuddenEnd(free.memory, notes));
  for (const warning of warnings) printLine(`Warning: ${warning}`);
  const limits = [...Object.values(LIMITS), ...Object.values(CAPS)].map(({ setting }) => setting);
  for (const line of unknownSettings(options.settings, limits)) printLine(`Warning: ${line}`);
  mkdirSync(home.path('logs'), { recursive: true });
  printLine('Starting Tributary');
  const database = { ...options, postgresSettings: POSTGRES_SETTINGS };
  const { adminUrl, ...opened } = await openDatabase(database, home, program);
  home.writeOperatorSettings({ DATABASE_ADMIN_URL: adminUrl });
  cleanup.push(async () => home.removeOperatorSettings());
  const settings: InstallationSettings = {
    ...opened,
    apiPort: options.port,
    kafkaBrokers: null,
    overrides: {
      SIGN_UP: 'invitation', // the first user is created with the code
      BUDGETB_DATA_DIR: home.path('budgetb'),
      ...options.settings,
      HOST: options.host,
    },
  };
  const logFile = home.path('logs', 'tributary.log');
  const troubles = new Troubles({
    report: printLine,
    logFile,
    isDatabaseSupervised: options.databaseUrl === null,
  });
  troubles.begin();
  cleanup.push(async () => troubles.stop());
  const system = await startInProcess(settings, logFile, {
    onTrouble: (...failure) => troubles.record(...failure),
    folders: {
      data: home.root,
      logs: path.dirname(logFile),
      ...(options.importDir === null ? {} : { imports: options.importDir }),
    },
    report: printLine,
  });
  cleanup.push(() => system.stop());
  const { API_BASE_PATH } = options.settings;
  home.addOperatorSettings({ TRIBUTARY_URL: system.gatewayUrl, ...(API_BASE_PATH && { API_BASE_PATH }) });
  await watch(home, options, settings, system.gatewayUrl, cleanup);
  if (options.backups !== null) {
    const backups = nightlyBackups(options.backups, { home, adminUrl }, printLine);
    await backups.start();
    cleanup.push(() => backups.stop());
  }
  const code = await firstRunCode(settings);
  const url = options.settings['PUBLIC_URL'] ?? system.gatewayUrl;
  const port = Number(new URL(system.gatewayUrl).port);
  printLine(await whereToGo({ options, url, port, code }));
}

async function watch(
  home: DataDir,
  { importDir, settings: { API_BASE_PATH = '/api/v1' } }: ServeOptions,
  { databaseUrls }: InstallationSettings,
  gatewayUrl: string,
  cleanup: Cleanup,
): Promise<void> {
  if (importDir === null) return;
  const access = await openAccessDatabase(databaseUrls.get(schemaOf('api-gateway')) ?? '');
  cleanup.push(() => access.close());
  const folder = new ImportFolder({
    directory: importDir,
    home: home.path('imports'),
    baseUrl: new URL(API_BASE_PATH, gatewayUrl).href,
    lend: (email) => lendImportToken(access, email),
    onFailure: (error) =>
      printLine(`Warning: the import folder fails (${codeOf(error)}); it is tried again.`),
  });
  await folder.start().catch((error: unknown) => {
    const why =
      error instanceof NotAFolderError ? error.message : `it cannot be written to (${codeOf(error)})`;
    throw new UsageError(`IMPORT_DIR: the folder ${importDir}: ${why}`);
  });
  cleanup.push(() => folder.stop());
}

/**
 * Returns the code of an error. Its message stays out of the terminal, because file names may contain account numbers.
 */
function codeOf(error: unknown): string {
  if (error instanceof Error) return 'code' in error ? String(error.code) : error.name;
  return 'unknown';
}

/** Returns the code for creating the first user; null if a user exists. */
async function firstRunCode({ databaseUrls }: InstallationSettings): Promise<string | null> {
  const database = await openAccessDatabase(databaseUrls.get(schemaOf('api-gateway')) ?? '');
  try {
    return await createFirstRunCode(database);
  } finally {
    await database.close();
  }
}

interface Started {
  readonly options: ServeOptions;
  readonly url: string;
  readonly port: number;
  readonly code: string | null;
}

async function whereToGo({
  options: { home, host, databaseUrl, importDir, backups },
  url,
  port,
  code,
}: Started): Promise<string> {
  const { disk, memory } = await freeResources(home);
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host);
  const firstRun = [
    `  first run  open ${new URL('/first-run', url).href} and enter the code ${code ?? ''}`,
    '             (once, within 24 hours; a new start shows a new one)',
  ];
  return [
    '',
    'Tributary is ready.',
    `  console    ${url}`,
    ...(code === null ? [] : firstRun),
    `  port       ${port}, ${isLocal ? 'for this machine alone' : `on ${host}: put a proxy with TLS in front`}`,
    `  data       ${home}${databaseUrl === null ? '' : ', and the database at DATABASE_URL'}; ${inWords(disk)} free on its disk`,
    '             secrets.json there opens what is encrypted: keep a copy of it with every backup',
    ...(backups === null
      ? []
      : [
          `  backups    every night in ${backups.directory}, of which ${backups.keep} stay: keep copies elsewhere`,
        ]),
    ...(importDir === null
      ? []
      : [
          `  imports    files that you put into ${importDir};`,
          `             notes on them are in ${path.join(home, 'imports', 'notes')}`,
        ]),
    `  memory     ${inWords(process.memoryUsage.rss())} here${databaseUrl === null ? ', PostgreSQL beside it' : ''}; ${inWords(memory.free)} of ${inWords(memory.limit)} free`,
    '',
    process.stdout.isTTY ? 'Ctrl-C ends it; the data stay.' : 'When it is stopped, the data stay.',
  ].join('\n');
}
