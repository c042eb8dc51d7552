import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { ROOT } from './install.mjs';

const require = createRequire(import.meta.url);

/** The generated documents, by file; each is made from the compiled code. */
const DOCUMENTS = {
  'docs/openapi.json': () => require(path.join(ROOT, 'dist/apps/api-gateway/src')).openApiJson(),
  'docs/limits.md': () => require(path.join(ROOT, 'dist/apps/api-gateway/src')).limitsDocument(),
  'libs/client/src/openapi.ts': async () =>
    clientTypes(JSON.parse(await require(path.join(ROOT, 'dist/apps/api-gateway/src')).openApiJson())),
  'docs/asyncapi.yaml': () => {
    const { asyncApiDocument } = require(path.join(ROOT, 'dist/libs/contracts/src'));
    return asYaml(asyncApiDocument());
  },
  '.env.example': () => settings().envExample(),
  'deploy/kubernetes/base/settings.env': () => settings().kubernetesSettings(),
  'docker-compose.yml': () => withPart('docker-compose.yml', '#', settings().composeLists()),
  'docs/operations.md': () => withPart('docs/operations.md', '<!--', `\n${settings().settingsReference()}\n`),
};

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

/** `npm run docs` writes them; with `--check` it only reports which of them are out of date. */
async function run(words) {
  const { buildIfStale } = await import('./build.mjs');
  await buildIfStale();
  const made = await Promise.all(Object.entries(DOCUMENTS).map(async ([file, make]) => [file, await make()]));
  const stale = made.filter(([file, content]) => contentOf(file) !== content);
  if (words.includes('--check')) return complain(stale);
  for (const [file, content] of stale) writeFileSync(path.join(ROOT, file), content);
  console.log(stale.length === 0 ? 'Nothing has changed.' : `Written: ${names(stale)}`);
}

function complain(stale) {
  if (stale.length === 0) return;
  console.error(`Not what the code says: ${names(stale)}. Run "npm run docs" and commit what it writes.`);
  process.exitCode = 1;
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
