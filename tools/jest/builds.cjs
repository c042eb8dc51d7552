const { readFileSync } = require('node:fs');
const path = require('node:path');

/** A file that starts a built program, in a process or a thread, names the folder where it is. */
const NAMES_PROGRAMS = /['"`/]dist(?<tests>-test)?['"`/]/;
/** They serve what is built there, where something is. */
const SERVING = /api-gateway\/src\/(console|documentation)\//;
/** All suites that begin with this import it; those that play a real Actual server ask for it. */
const SHARED = /^libs\/testing\//;
/** They show the pages. */
const WITH_PAGES = /^apps\/console\/test\/|\.e2e\.test\.ts$/;

/** Builds what these suites start, if its sources have changed, and nothing else. */
module.exports = async function buildWhatTheyStart(tests) {
  // Suites that run from the sources read it beside them.
  const { makeBrandsIfStale } = await import('../merchants.mjs');
  makeBrandsIfStale();
  const needs = tests.map(needsOf);
  const needsTests = needs.some((one) => one.tests);
  const needsPages = needs.some((one) => one.pages);
  if (!needs.some((one) => one.product)) return;
  const { buildIfStale, PRODUCT, TESTS } = await import('../build.mjs');
  await buildIfStale({ ...PRODUCT, isWithConsole: needsPages });
  if (needsTests) await buildIfStale(TESTS);
};

function needsOf({ path: suite, context }) {
  const within = (file) => path.relative(context.config.rootDir, file).replaceAll(path.sep, '/');
  const pages = WITH_PAGES.test(within(suite));
  const needs = { product: pages, tests: pages, pages };
  const files = new Set([suite]);
  // Files are added while the set is walked.
  for (const file of pages ? [] : files) {
    const found = NAMES_PROGRAMS.exec(readFileSync(file, 'utf8'));
    if (found && !SERVING.test(file)) needs.product = true;
    if (found?.groups.tests) needs.tests = true;
    for (const imported of importsOf(file, context)) if (!SHARED.test(within(imported))) files.add(imported);
  }
  return needs;
}

function importsOf(file, { hasteFS, resolver }) {
  const names = hasteFS.getDependencies(file) ?? [];
  return names
    .filter((name) => /^\.|^@tributary\//.test(name))
    .map((name) => resolved(resolver, file, name))
    .filter((found) => found?.endsWith('.ts'));
}

function resolved(resolver, file, name) {
  try {
    return resolver.resolveModule(file, name, { conditions: undefined });
  } catch {
    return null; // the suite will say so
  }
}
