const Module = require('node:module');
const { default: Runtime } = require('jest-runtime');

/** The runtime of the suite that plays now: modules are compiled with what Jest has of it. */
let current = null;
/** Of all modules that this process has loaded, for stack traces. */
const sourceMaps = new Map();

/**
 * Jest's own runtime loads what a suite imports again for each suite: two seconds for the 3,900 modules of a service. This
 * one lets Node load them, once for each worker process. A suite that begins with `@jest-environment node` has Jest's own
 * modules, for one that replaces modules (`jest.mock`).
 */
module.exports = class NativeRuntime extends Runtime {
  constructor(...words) {
    super(...words);
    if (this._environment.isNative) use(this);
  }

  requireModule(from, name, ...others) {
    if (!this._environment.isNative) return super.requireModule(from, name, ...others);
    if (from === this._testPath) globalThis.jest = this.jestGlobals.jestObjectFor(from);
    return loadAgain(from);
  }

  /** Jest's own modules are shared, but for the one that has the suite's tests. */
  requireInternalModule(from, to) {
    if (!this._environment.isNative) return super.requireInternalModule(from, to);
    return to === undefined ? loadAgain(from) : Module.createRequire(from)(to);
  }

  getSourceMaps() {
    return this._environment.isNative ? sourceMaps : super.getSourceMaps();
  }

  installGetBuiltinModule() {
    if (!this._environment.isNative) super.installGetBuiltinModule();
  }
};

/** How Node loads a file, by its extension. */
const loaders = { ...Module._extensions, '.ts': loadTypeScript };

function loadTypeScript(module, filename) {
  const code = current.transformCache.transform(filename);
  const map = current.transformCache.getSourceMaps().get(filename);
  if (map !== undefined) sourceMaps.set(filename, map);
  module._compile(code, filename);
}

const resolveFilename = Module._resolveFilename;

/** What jest.config.cjs maps, by configuration: modules are resolved ten thousand times in a suite. */
const aliases = new WeakMap();

/** The source of a package of ours, as jest.config.cjs maps it: some of them have a build as their entry. */
function resolveAlias(name, ...others) {
  const mapped = aliasesOf(current._config).find(({ pattern }) => pattern.test(name));
  return resolveFilename.call(this, mapped?.file ?? name, ...others);
}

function aliasesOf(config) {
  if (!aliases.has(config)) {
    const compiled = config.moduleNameMapper.map(([text, file]) => ({ pattern: new RegExp(text), file }));
    aliases.set(config, compiled);
  }
  return aliases.get(config);
}

function use(runtime) {
  current = runtime;
  Module._resolveFilename = resolveAlias;
  // For each suite Jest lays a hook of its own above them, which would make a stack of hundreds.
  Object.assign(Module._extensions, loaders);
}

/** A suite, and what counts its tests, belong to this run alone. */
function loadAgain(file) {
  delete require.cache[file];
  return require(file);
}
