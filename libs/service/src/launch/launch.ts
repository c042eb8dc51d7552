import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inspect } from 'node:util';
import { constants, Script } from 'node:vm';
import { nameSources } from './source-positions';

/** The two files that `tools/bundle.mjs` makes of a program; their names contain the hash of their content. */
export interface Bundle {
  /** The program's own modules. */
  readonly modules: string;
  /** Packages, by the name that the modules require them by. */
  readonly packages: string;
  /** The main module, from the root of the build. */
  readonly main: string;
}

type Require = Pick<NodeJS.Require, 'resolve'> & ((name: string) => unknown);
/** A module of CommonJS, with Node's parameters. */
type ModuleCode = (
  exports: object,
  require: Require,
  module: { exports: unknown },
  file: string,
  directory: string,
) => void;
type Packages = Readonly<Record<string, () => unknown>>;
type PackagesCode = (
  require: Require,
  build: string,
  file: string,
  module: { exports: object },
  exports: object,
) => Packages;

/**
 * Time after which a started service is idle. The functions that were compiled by then are those that the next start
 * needs.
 */
const SAVE_AFTER_MS = 10_000;

/**
 * Runs a program from its bundle: reading two files with their compiled code costs a quarter of loading 3,000 modules,
 * and half their memory. Nothing but Node's own modules may be imported here.
 *
 * @param build root of the build, where the bundle's modules are also files of their own
 */
export function launch(build: string, directory: string, bundle: Bundle): void {
  process.on('uncaughtException', endWithError);
  const load = createRequire(path.join(directory, bundle.modules));
  const packages = openPackages(build, path.join(directory, bundle.packages));
  const modulesFile = path.join(directory, bundle.modules);
  const modules = compiled(modulesFile) as Readonly<Record<string, ModuleCode>>;
  nameSources(modulesFile, build);
  moduleLoader(build, modules, packages, load)(bundle.main);
}

const openedPackages = new Map<string, Packages>();

/** Loaders of the packages of a bundle, by name. A process that opened them before its program was built has them already. */
export function openPackages(build: string, file: string): Packages {
  const opened = openedPackages.get(file);
  if (opened) return opened;
  const module = { exports: {} };
  const code = compiled(file) as PackagesCode;
  const packages = code(createRequire(file), build, file, module, module.exports);
  openedPackages.set(file, packages);
  return packages;
}

/** Ends the process like Node after an error, without the line that threw: a line of the packages' bundle has 95 KB. */
function endWithError(error: unknown): void {
  process.stderr.write(`${inspect(error)}\n`);
  process.exit(1);
}

/** `require` for the modules of a bundle, like Node's: each module runs once, and cycles see the exports that exist so far. */
function moduleLoader(
  build: string,
  modules: Readonly<Record<string, ModuleCode>>,
  packages: Packages,
  load: Require,
): Require {
  const loaded = new Map<string, { exports: unknown }>();
  const loadedPackages = new Map<string, unknown>();
  const run = (id: string, code: ModuleCode): unknown => {
    const known = loaded.get(id);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(id, module);
    const file = path.join(build, id);
    code(module.exports, requireFrom(path.posix.dirname(id)), module, file, path.dirname(file));
    return module.exports;
  };
  // Exports are cached, because the bundle copies all exports of an ECMAScript module at each access: 14,600 getters in
  // the gateway.
  const packageNamed = (name: string): unknown => {
    const known = loadedPackages.get(name);
    if (known !== undefined) return known;
    const exported = packages[name]?.() ?? load(name);
    loadedPackages.set(name, exported);
    return exported;
  };
  const requireFrom = (directory: string): Require => {
    const require = (name: string): unknown => {
      const id = path.posix.join(name.startsWith('.') ? directory : 'node_modules', name);
      for (const candidate of [id, `${id}.js`, `${id}/index.js`]) {
        const code = modules[candidate];
        if (code) return run(candidate, code);
      }
      return packageNamed(name);
    };
    return Object.assign(require, { resolve: load.resolve });
  };
  return requireFrom('.');
}

/** The value of a script, compiled already if a process of the same Node with the same flags has run it before. */
function compiled(file: string): unknown {
  const cacheFile = `${file}.${nodeAndFlags()}.cache`;
  const cachedData = existsSync(cacheFile) ? readFileSync(cacheFile) : undefined;
  // Read as latin1, because bundles are ASCII, and UTF-8 would cost another copy.
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: file,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (!cachedData || script.cachedDataRejected) saveLater(script, cacheFile);
  return script.runInThisContext();
}

/**
 * Part of the cache's name by Node's version and flags: V8 refuses code of others. V8's own tag also differs between
 * processors with the same byte code, which would make the image's cache useless on other machines than the one that
 * built it.
 */
function nodeAndFlags(): string {
  const { version, arch, execArgv, env } = process;
  const hash = createHash('sha256').update([version, arch, ...execArgv, env.NODE_OPTIONS ?? ''].join(' '));
  return hash.digest('hex').slice(0, 8);
}

/** Saves the compiled code after the start, so that the next start need not compile its functions. */
function saveLater(script: Script, cacheFile: string): void {
  let isSaved = false;
  const save = (): void => {
    if (isSaved) return;
    isSaved = true;
    const draft = `${cacheFile}.${process.pid}`;
    try {
      writeFileSync(draft, script.createCachedData());
      renameSync(draft, cacheFile);
    } catch {
      // A read-only installation starts slower, and works.
    }
  };
  setTimeout(save, SAVE_AFTER_MS).unref();
  process.once('exit', save);
}
