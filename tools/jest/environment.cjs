const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** What a suite did not stop must not hear what belongs to the next suite, or to Jest. */
const HEARD = ['message', 'disconnect', 'SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection'];
/** Symbols under which Jest keeps what belongs to one suite: its tests, its limit of time. */
const OF_ONE_SUITE = [
  'JEST_STATE_SYMBOL',
  'EVENT_HANDLERS',
  'TEST_TIMEOUT_SYMBOL',
  'RETRY_TIMES',
  'LOG_ERRORS_BEFORE_RETRY',
];
const STACK_FRAMES = 10;

/**
 * Node itself instead of a realm for each suite, so that all suites of a worker share the modules they load: see
 * runtime.cjs. It restores what a suite changes in the process: environment, working directory, globals, listeners,
 * timers.
 */
module.exports = class NativeEnvironment {
  global = globalThis;
  isNative = true;
  fakeTimers = null;

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.restore = restorer();
  }

  async setup() {
    // Jest wants a hundred frames, which would make each error of the product expensive.
    Error.stackTraceLimit = STACK_FRAMES;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    this.restore();
  }

  getVmContext() {
    return null; // nothing is compiled in a context of its own
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
};

function restorer() {
  const environment = { ...process.env };
  const directory = process.cwd();
  const { exit, exitCode } = process;
  const globals = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(
    ([, descriptor]) => 'value' in descriptor,
  );
  const listeners = HEARD.map((event) => [event, new Set(process.rawListeners(event))]);
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
    process.chdir(directory);
    Object.assign(process, { exit, exitCode });
    for (const [name, descriptor] of globals) {
      if (globalThis[name] !== descriptor.value) Object.defineProperty(globalThis, name, descriptor);
    }
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (OF_ONE_SUITE.includes(symbol.description)) delete globalThis[symbol];
    }
    for (const [event, before] of listeners) {
      for (const one of process.rawListeners(event))
        if (!before.has(one)) process.off(event, one.listener ?? one);
    }
  };
}
