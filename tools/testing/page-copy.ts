import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readPage } from '../../apps/all-in-one/test/documentation/page';
import { ROOT } from './deployments';

/**
 * A change of a file: lines that are there, and what replaces them. A file that is not there yet has none before. Of a
 * block that begins with `+++`, the added lines are in the sources already, and the change takes them away.
 */
export interface Edit {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** A row of a page's table of files: which command fails if the file is left out, and a part of its message. */
export interface Demand {
  readonly file: string;
  readonly command: string;
  readonly says: string;
}

/** A page about a first change, as its reader follows it. */
export interface ChangePage {
  readonly edits: readonly Edit[];
  /** The table's rows; null for a file that no command demands, because it is what the change is about. */
  readonly demands: readonly (Demand | { readonly file: string; readonly command: null })[];
  /** What `npm run docs` prints after the change. */
  readonly written: string;
}

const WRITTEN = 'Written: ';

/** Reads a page of `docs/contribute`. @throws Error where a block is no edit and no output */
export function changePage(page: string): ChangePage {
  const file = path.join(ROOT, 'docs/contribute', page);
  const blocks = readPage(file).runElsewhere.map(({ text }) => text.trimEnd());
  const isOutput = (text: string) => text.startsWith(WRITTEN);
  return {
    edits: blocks.filter((text) => !isOutput(text)).map(editOf),
    demands: readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => demandOf(line) ?? []),
    written: blocks.find(isOutput) ?? '',
  };
}

/** A row `| file | command | what it says |` of the table of files; a dash stands for no command. */
function demandOf(line: string): ChangePage['demands'][number] | undefined {
  const [, file, command, says] = line.split('|').map((cell) => cell.trim().replaceAll(/^`+|`+$/g, ''));
  if (!file?.includes('/') || command === undefined || says === undefined) return undefined;
  if (command === '—') return { file, command: null };
  return /^(npm|node) /.test(command) ? { file, command, says } : undefined;
}

function editOf(text: string): Edit {
  const [head = '', ...lines] = text.split('\n');
  const [, sign, file] = /^(---|\+\+\+) (\S+)$/.exec(head) ?? [];
  if (file === undefined) throw new Error(`a block begins with no file: ${head}`);
  const without = (sign: string) =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n');
  const [before, after] = [without('+'), without('-')];
  return sign === '---' ? { file, before, after } : { file, before: after, after: before };
}

/** A file's text after an edit. @throws Error where the lines that the edit replaces are not there, or there twice */
export function applied(text: string | null, { file, before, after }: Edit): string {
  if (before === '') return `${text ?? ''}${after}\n`;
  const parts = (text ?? '').split(before);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times:\n${before}`);
  return parts.join(after);
}

const NOT_COPIED = new Set(['.git', '.data', '.nx', 'node_modules', 'dist-test']);
/** Which sources `dist` has, so that only those that a page changes are compiled. */
const COMPILED = '.nx/compiled-dist.json';
const TYPES = ['tsconfig.json', 'apps/console/tsconfig.json'];

/** A copy of the checkout, which pages change: changes of the checkout itself would reach suites that run meanwhile. */
export class CheckoutCopy {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'tributary-adding-'));

  constructor() {
    const copied = readdirSync(ROOT).filter((name) => !NOT_COPIED.has(name));
    execFileSync('cp', ['-a', ...copied.map((name) => path.join(ROOT, name)), this.folder]);
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(this.folder, 'node_modules'));
    const compiled = path.join(ROOT, COMPILED);
    if (!existsSync(compiled)) return;
    mkdirSync(path.join(this.folder, path.dirname(COMPILED)));
    execFileSync('cp', ['-a', compiled, path.join(this.folder, COMPILED)]);
  }

  /** The text of a file; null if there is none. */
  read(file: string): string | null {
    const target = path.join(this.folder, file);
    return existsSync(target) ? readFileSync(target, 'utf8') : null;
  }

  /** @param text null removes the file */
  write(file: string, text: string | null): void {
    const target = path.join(this.folder, file);
    if (text === null) return rmSync(target, { force: true });
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  /** @throws Error as `applied` does */
  apply(edit: Edit): void {
    this.write(edit.file, applied(this.read(edit.file), edit));
  }

  /** Runs a command of a page. @returns what it prints; '' if it succeeds and is a check */
  run(command: string): { readonly succeeded: boolean; readonly output: string } {
    const runs = programsOf(command).map((words) =>
      spawnSync(process.execPath, words, { cwd: this.folder, encoding: 'utf8', maxBuffer: 2 ** 26 }),
    );
    return {
      succeeded: runs.every(({ status }) => status === 0),
      output: runs.map(({ stdout, stderr }) => stdout + stderr).join(''),
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** The programs that a command of a page starts, without npm and Nx. @throws Error for a command that no page has yet */
function programsOf(command: string): string[][] {
  if (command === 'npm run typecheck') {
    const kept = (config: string) => ['--incremental', '--tsBuildInfoFile', `${config}.kept`];
    return TYPES.map((config) => ['node_modules/.bin/tsc', '--noEmit', '-p', config, ...kept(config)]);
  }
  const [, word] = /^npm run docs(?: -- (--[\w-]+))?$/.exec(command) ?? [];
  if (command.startsWith('npm run docs')) return [['tools/docs.mjs', ...(word ? [word] : [])]];
  const [, suites] = /^npm test -- (.+)$/.exec(command) ?? [];
  if (suites === undefined) throw new Error(`say how to run ${command}`);
  return [['node_modules/jest/bin/jest.js', '-i', ...suites.split(' ')]];
}
