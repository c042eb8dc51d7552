import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { buildIfStale, filesUnder, fingerprint, PRODUCT } from './build.mjs';
import { brokenSourceLinks } from './docs/source-links.mjs';
import { houseMap } from './docs/house-map.mjs';
import {
  commandsReference,
  eventsReference,
  metricsReference,
  routesReference,
  ruleLanguageReference,
  scopesReference,
  webhookBodies,
  webhooksReference,
} from './docs/references.mjs';
import { restPages } from './docs/rest.mjs';
import { ROOT } from './install.mjs';

const require = createRequire(import.meta.url);

const LIMITS = 'apps/api-gateway/src/identity/limits/limits.ts';
const SETTINGS = `libs/service/src/settings/settings.ts and ${LIMITS}`;
const gateway = () => require(path.join(ROOT, 'dist/apps/api-gateway/src'));
const contracts = () => require(path.join(ROOT, 'dist/libs/contracts/src'));
const settings = () => require(path.join(ROOT, 'dist/apps/all-in-one/src/settings/settings-documents'));

/**
 * All that is generated and committed, by file: what it comes from, and what makes it of the compiled code. Of some files only
 * the part between `begin generated` and `end generated` is made.
 */
export const DOCUMENTS = {
  'docs/openapi.json': { from: 'the routes of apps/api-gateway', text: () => openApiText() },
  'docs/reference/limits.md': { from: LIMITS, text: () => gateway().limitsDocument() },
  'libs/client/src/openapi.ts': { from: 'docs/openapi.json', text: async () => clientTypes(await openApi()) },
  'docs/asyncapi.yaml': { from: 'libs/contracts/src', text: () => asYaml(contracts().asyncApiDocument()) },
  '.env.example': { from: SETTINGS, text: () => settings().envExample() },
  'deploy/kubernetes/base/settings.env': { from: SETTINGS, text: () => settings().kubernetesSettings() },
  'compose.home.yml': { from: SETTINGS, part: () => settings().homeList() },
  'deploy/new-env.sh': { from: SETTINGS, part: () => settings().composeSecrets() },
  'deploy/helm/templates/_secret-settings.tpl': { from: SETTINGS, text: () => settings().chartSecrets() },
  'docker-compose.yml': { from: SETTINGS, part: () => settings().composeLists() },
  'docs/contribute/map.md': { from: 'the imports of apps and libs', text: () => houseMap() },
  'docs/reference/events.md': { from: 'libs/contracts/src', text: () => eventsReference() },
  'docs/reference/webhooks.md': { from: 'libs/contracts/src', part: () => webhooksReference() },
  'docs/reference/webhook-bodies.md': { from: 'libs/contracts/src', text: () => webhookBodies() },
  'docs/reference/rule-language.md': { from: 'libs/contracts/src', part: () => ruleLanguageReference() },
  'docs/reference/metrics.md': { from: 'the instruments in apps and libs', text: () => metricsReference() },
  'docs/reference/commands.md': { from: 'apps/operator', text: () => commandsReference() },
  'docs/reference/scopes.md': {
    from: 'the routes of apps/api-gateway',
    text: async () => scopesReference(await openApi()),
  },
  'docs/reference/rest-routes.md': {
    from: 'docs/openapi.json',
    text: async () => routesReference(await openApi()),
  },
  'docs/reference/settings.md': { from: SETTINGS, part: () => `\n${settings().settingsReference()}\n` },
};

/** How a file says that it is generated; files that are not here say it in a sentence of their own, or cannot. */
const NOTICES = { '.md': ['<!-- ', ' -->\n\n'], '.ts': ['// ', '\n'], '.yaml': ['# ', '\n'] };

async function made([file, { from, text, part }]) {
  if (part) return [file, withPart(file, await part())];
  const [begun = '', ended = ''] = NOTICES[path.extname(file)] ?? [];
  const notice =
    begun && `${begun}Generated from ${from} by \`npm run docs\`: change that, not this file.${ended}`;
  return [file, notice + (await text())];
}

/** Made once, for several documents; each gets a copy of its own, which it may change. */
let openApiMade;

function openApiText() {
  return (openApiMade ??= gateway().openApiJson());
}

async function openApi() {
  return JSON.parse(await openApiText());
}

function withPart(file, part) {
  const [open, close] = file.endsWith('.md') ? ['<!-- ', ' -->'] : ['# ', ''];
  const [begun, ended] = ['begin', 'end'].map((word) => `${open}${word} generated${close}\n`);
  const [before, rest = ''] = contentOf(file).split(begun);
  const [, after] = rest.split(ended);
  if (after === undefined) throw new Error(`${file} lacks the lines "begin generated" and "end generated"`);
  return `${before}${begun}${part}\n${ended}${after}`;
}

/**
 * Types of the REST API. All errors of an operation look alike to a client, so they are one answer here: the file is
 * less than half as long.
 */
async function clientTypes(document) {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    if (operation.responses) operation.responses = withOneError(operation.responses);
  }
  return astToString(await openapiTS(document, { rootTypes: true, rootTypesNoSchemaPrefix: true }));
}

function withOneError(responses) {
  const succeeded = Object.entries(responses).filter(([status]) => status < '400');
  const schemas = ['ErrorMessage', 'ValidationError'].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }));
  const error = {
    description: 'Any error.',
    content: { 'application/json': { schema: { anyOf: schemas } } },
  };
  return { ...Object.fromEntries(succeeded), default: error };
}

function asYaml(document) {
  return stringify(document, { lineWidth: 110, aliasDuplicateObjects: false });
}

/** `npm run docs` writes the documents; the words behind it do something else instead. */
const WORDS = { '--check': check, '--after-failure': sayWhatIsStale, '--site': site };

async function write() {
  const stale = await staleDocuments();
  for (const [file, text] of stale) writeFileSync(path.join(ROOT, file), text);
  const names = stale.map(([file]) => file).join(', ');
  console.log(stale.length === 0 ? 'Nothing has changed.' : `Written: ${names}`);
}

async function check() {
  complainOf(await staleDocuments());
  const broken = brokenSourceLinks();
  if (broken.length > 0) complain(`Links that lead nowhere:\n${broken.join('\n')}`);
}

/** Fails as well, as what it follows. What is known to be fresh is not made again. */
async function sayWhatIsStale() {
  process.exitCode = 1;
  if (contentOf(FRESH) !== inputs()) complainOf(await staleDocuments());
}

async function site() {
  await build();
  const { buildSite, SITE } = await import('./docs/site.mjs');
  await buildSite(restPages(await openApi()));
  console.log(`Built: ${SITE}, which the gateway serves at /docs.`);
}

function build() {
  return buildIfStale({ ...PRODUCT, isWithConsole: false });
}

/** The documents whose files are not what the code says, with what they should be. */
async function staleDocuments() {
  const seen = inputs();
  await build();
  const all = await Promise.all(Object.entries(DOCUMENTS).map(made));
  const stale = all.filter(([file, text]) => contentOf(file) !== text);
  if (stale.length === 0) {
    mkdirSync(path.dirname(path.join(ROOT, FRESH)), { recursive: true });
    writeFileSync(path.join(ROOT, FRESH), seen);
  }
  return stale;
}

/** What the documents were made of and compared with when none was stale. */
const FRESH = '.nx/fresh-documents';
const INPUTS = ['apps/console/src', 'libs/testing/src', 'tools/docs'];

function inputs() {
  const files = [...PRODUCT.sources(), ...INPUTS.flatMap(filesUnder), ...Object.keys(DOCUMENTS)];
  return fingerprint([...files, 'tools/docs.mjs'].filter((file) => existsSync(path.join(ROOT, file))));
}

function complainOf(stale) {
  const lines = stale.map(([file]) => `${file} is stale: it is generated from ${DOCUMENTS[file].from}.`);
  if (lines.length > 0) complain([...lines, 'Run `npm run docs`, and commit what it writes.'].join('\n'));
}

function complain(text) {
  console.error(text);
  process.exitCode = 1;
}

function contentOf(file) {
  const absolute = path.join(ROOT, file);
  return existsSync(absolute) ? readFileSync(absolute, 'utf8') : null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const run = WORDS[process.argv[2]] ?? write;
  run().catch(({ message }) => complain(message));
}
