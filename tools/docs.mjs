import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { brokenSourceLinks } from './docs/source-links.mjs';
import { houseMap } from './docs/house-map.mjs';
import {
  commandsReference,
  eventsReference,
  metricsReference,
  routesReference,
  ruleLanguageReference,
  scopesReference,
  webhooksReference,
} from './docs/references.mjs';
import { restPages } from './docs/rest.mjs';
import { ROOT } from './install.mjs';

const require = createRequire(import.meta.url);

/** The generated documents, by file; each is made from the compiled code. */
const DOCUMENTS = {
  'docs/openapi.json': () => openApiText(),
  'docs/reference/limits.md': () => require(path.join(ROOT, 'dist/apps/api-gateway/src')).limitsDocument(),
  'libs/client/src/openapi.ts': async () => clientTypes(await openApi()),
  'docs/asyncapi.yaml': () => {
    const { asyncApiDocument } = require(path.join(ROOT, 'dist/libs/contracts/src'));
    return asYaml(asyncApiDocument());
  },
  '.env.example': () => settings().envExample(),
  'deploy/kubernetes/base/settings.env': () => settings().kubernetesSettings(),
  'compose.home.yml': () => withPart('compose.home.yml', '#', settings().homeList()),
  'deploy/new-env.sh': () => withPart('deploy/new-env.sh', '#', settings().composeSecrets()),
  'deploy/helm/templates/_secret-settings.tpl': () => settings().chartSecrets(),
  'docker-compose.yml': () => withPart('docker-compose.yml', '#', settings().composeLists()),
  'docs/contribute/map.md': () => houseMap(),
  'docs/reference/events.md': () => eventsReference(),
  'docs/reference/webhooks.md': () => withPart('docs/reference/webhooks.md', '<!--', webhooksReference()),
  'docs/reference/rule-language.md': () =>
    withPart('docs/reference/rule-language.md', '<!--', ruleLanguageReference()),
  'docs/reference/metrics.md': () => metricsReference(),
  'docs/reference/commands.md': () => commandsReference(),
  'docs/reference/scopes.md': async () => scopesReference(await openApi()),
  'docs/reference/rest-routes.md': async () => routesReference(await openApi()),
  'docs/reference/settings.md': () =>
    withPart('docs/reference/settings.md', '<!--', `\n${settings().settingsReference()}\n`),
};

/** Made once, for several documents; each gets a copy of its own, which it may change. */
let openApiMade;

function openApiText() {
  return (openApiMade ??= require(path.join(ROOT, 'dist/apps/api-gateway/src')).openApiJson());
}

async function openApi() {
  return JSON.parse(await openApiText());
}

function settings() {
  return require(path.join(ROOT, 'dist/apps/all-in-one/src/settings/settings-documents'));
}

/** A file of which the part between `begin generated` and `end generated` is made. */
function withPart(file, comment, part) {
  const end = comment === '<!--' ? ' -->' : '';
  const [begun, ended] = ['begin', 'end'].map((word) => `${comment} ${word} generated${end}\n`);
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
  const types = await openapiTS(document, { rootTypes: true, rootTypesNoSchemaPrefix: true });
  return `// Generated from docs/openapi.json by \`npm run docs\`: change the gateway, not this file.\n${astToString(types)}`;
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
  const notice = '# Generated from libs/contracts by `npm run docs`: change the contracts, not this file.\n';
  return notice + stringify(document, { lineWidth: 110, aliasDuplicateObjects: false });
}

/**
 * `npm run docs` writes them and builds the site. `--check` only reports what is out of date and which links are broken;
 * `--documents` only writes them, `--site` only builds the site.
 */
async function run(words) {
  const { buildIfStale } = await import('./build.mjs');
  await buildIfStale();
  if (words.includes('--site')) return site();
  const made = await Promise.all(Object.entries(DOCUMENTS).map(async ([file, make]) => [file, await make()]));
  const stale = made.filter(([file, content]) => contentOf(file) !== content);
  if (words.includes('--check')) return complain(stale, brokenSourceLinks());
  for (const [file, content] of stale) writeFileSync(path.join(ROOT, file), content);
  console.log(stale.length === 0 ? 'Nothing has changed.' : `Written: ${names(stale)}`);
  if (!words.includes('--documents')) await site();
}

async function site() {
  const { buildSite, SITE } = await import('./docs/site.mjs');
  await buildSite(restPages(await openApi()));
  console.log(`Built: ${SITE}, which the gateway serves at /docs.`);
}

function complain(stale, broken) {
  if (stale.length > 0) {
    console.error(`Not what the code says: ${names(stale)}. Run "npm run docs" and commit what it writes.`);
  }
  if (broken.length > 0) console.error(`Links that lead nowhere:\n${broken.join('\n')}`);
  if (stale.length + broken.length > 0) process.exitCode = 1;
}

function contentOf(file) {
  const absolute = path.join(ROOT, file);
  return existsSync(absolute) ? readFileSync(absolute, 'utf8') : null;
}

function names(documents) {
  return documents.map(([file]) => file).join(', ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  run(process.argv.slice(2)).catch(({ message }) => {
    console.error(message);
    process.exitCode = 1;
  });
}
