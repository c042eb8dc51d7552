/**
 * Compares the traffic between our connectors and the sandbox with the vendors' published descriptions:
 *
 *   VENDOR_SPECS=<folder> npm run vendor-specs
 *
 * The folder holds ynab.yaml, snaptrade.yaml, enable-banking.yaml, notion.json (OpenAPI) and google-sheets.json (Google's
 * discovery document); those that are missing are left out. Notion's is scripts/notion-openapi.json of
 * makenotion/notion-mcp-server. They are not part of this repository. Requests must not differ at all.
 * With TRAFFIC=<folder> the traffic of an earlier run is compared; else the conformance suites run first.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { ROOT } from './install.mjs';

const SUITES = 'provider-[bc]\\.conformance|personal-key|(budgeta|sheets|workspace)\\.conformance';
/** What is described where. Earlier prefixes and the sandbox's own pages are no part of a description. */
const VENDORS = [
  { name: 'YNAB', file: 'ynab.yaml', mount: '/budgeta/v1', pages: [] },
  { name: 'SnapTrade', file: 'snaptrade.yaml', mount: '/provider-c', pages: ['/portal/'] },
  { name: 'Enable Banking', file: 'enable-banking.yaml', mount: '/provider-b', pages: ['/authorize'] },
  { name: 'Google Sheets', file: 'google-sheets.json', mount: '/sheets', pages: ['/token', '/auth'] },
  { name: 'Notion', file: 'notion.json', mount: '/workspace', pages: ['/v1/oauth/', '/oauth/'] },
];

/** Parts of every signed request, and Google's mask of fields, which a description has once or not at all. */
const SIGNED = ['clientId', 'timestamp', 'fields'];
const USER = ['userId', 'userSecret'];

/** Differences in answers that are meant. */
const EXPLAINED = [
  // Corrected to 200; copies of the description from before have 209.
  /^PATCH \/plans\/\{plan_id\}\/transactions 200: the status is not described/,
  // Some brokers give days without a time, which the sandbox does, too.
  /activities 200: answer\/data\/\*\/(trade|settlement)_date must (match|be null)/,
];

/** Differences in requests that are meant. */
const EXPLAINED_REQUESTS = [
  // Notion's description is for another program of theirs. Pages of data sources are in its reference and its client.
  /^POST \/v1\/pages: body\/parent(\/type)? must /,
];

const folder = process.env.VENDOR_SPECS;
if (!folder) {
  console.error('VENDOR_SPECS must name the folder that holds the descriptions.');
  process.exit(1);
}
const exchanges = readTraffic(process.env.TRAFFIC ?? recordTraffic());
const reports = VENDORS.filter(({ file }) => existsSync(path.join(folder, file))).map(compare);
for (const report of reports) print(report);
process.exit(reports.length === 0 || reports.some(({ requests }) => requests.size > 0) ? 1 : 0);

function recordTraffic() {
  const traffic = mkdtempSync(path.join(tmpdir(), 'vendor-traffic-'));
  const { status } = spawnSync('npx', ['jest', SUITES], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, SANDBOX_TRAFFIC_DIR: traffic },
  });
  if (status !== 0) process.exit(status ?? 1);
  return traffic;
}

function readTraffic(traffic) {
  return readdirSync(traffic).flatMap((file) =>
    readFileSync(path.join(traffic, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  );
}

/** Each distinct difference once, with how often it was seen. */
function compare({ name, file, mount, pages }) {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const read = file.endsWith('.json') ? JSON.parse(text) : parse(text);
  const description = read.resources ? fromDiscovery(read) : read;
  const operations = operationsOf(description);
  const check = validatorOf(description);
  const report = { name, compared: 0, requests: new Map(), answers: new Map(), explained: 0 };
  for (const exchange of exchanges) {
    const url = new URL(exchange.url, 'http://sandbox');
    if (!url.pathname.startsWith(`${mount}/`)) continue;
    const pathname = url.pathname.slice(mount.length).replace(/^\/api\/v1\//, '/');
    if (pages.some((page) => pathname.startsWith(page))) continue;
    compareExchange({ exchange, pathname, url, operations, check, report });
  }
  return report;
}

function compareExchange({ exchange, pathname, url, operations, check, report }) {
  const { method, status, faulty } = exchange;
  if (status === 404 || status === 401) return; // asked of something that is gone, on purpose
  report.compared += 1;
  const found = operations.find((one) => one.method === method && one.pattern.test(pathname));
  if (!found)
    return add(report.requests, `${method} ${pathname.replace(/[0-9a-f-]{20,}/g, '…')} is not described`);
  for (const what of requestDifferences(found, exchange, url, check)) {
    const difference = `${method} ${found.template}: ${what}`;
    if (EXPLAINED_REQUESTS.some((one) => one.test(difference))) report.explained += 1;
    else add(report.requests, difference);
  }
  if (faulty || status >= 300) return;
  for (const what of answerDifferences(found, exchange, check)) {
    const difference = `${method} ${found.template} ${status}: ${what}`;
    if (EXPLAINED.some((one) => one.test(difference))) report.explained += 1;
    else add(report.answers, difference);
  }
}

function requestDifferences({ operation, parameters }, { requestBody, requestHeaders }, url, check) {
  const known = new Map(parameters.filter((one) => one.in === 'query').map((one) => [one.name, one]));
  const unknown = [...url.searchParams.keys()].filter((name) => !known.has(name) && !SIGNED.includes(name));
  const values = [...known.values()].flatMap(({ name, required, schema }) => {
    const given = url.searchParams.get(name);
    // A personal key stands for its user, for whom nothing is sent.
    if (given === null) return required && !USER.includes(name) ? [`${name} is missing`] : [];
    return schema ? check(coerced(given, schema), schema, `query ${name}`) : [];
  });
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (requestBody === null) return [...unknown.map((name) => `query ${name} is not described`), ...values];
  const isJson = String(requestHeaders['content-type']).startsWith('application/json');
  const body = content ? check(requestBody, content.schema, 'body') : ['a body is not described'];
  const media = content && type.includes('json') !== isJson ? [`the body is not ${type}`] : [];
  return [...unknown.map((name) => `query ${name} is not described`), ...values, ...media, ...body];
}

function answerDifferences({ operation }, { status, answer }, check) {
  const described = operation.responses?.[String(status)] ?? operation.responses?.default;
  if (!described) return ['the status is not described'];
  const schema = described.content?.['application/json']?.schema;
  return schema && answer !== '' ? check(JSON.parse(answer), schema, 'answer') : [];
}

function coerced(text, schema) {
  const type = [schema.type].flat()[0];
  if (type === 'integer' || type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}

function operationsOf({ paths, components = {} }) {
  const resolved = (one, kind = 'parameters') =>
    one?.$ref ? components[kind]?.[one.$ref.split('/').at(-1)] : one;
  return Object.entries(paths).flatMap(([template, item]) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
        resolved(one),
      );
      const escaped = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
      const pattern = new RegExp(`^${escaped.replace(/\{[^}]+\}/g, '[^/:]+')}$`);
      const requestBody = resolved(operation.requestBody, 'requestBodies');
      return [
        {
          method: method.toUpperCase(),
          template,
          pattern,
          operation: { ...operation, requestBody },
          parameters,
        },
      ];
    }),
  );
}

/** Checks values by schemas that may point into the description. `nullable` of OpenAPI 3.0 is understood. */
function validatorOf(description) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, logger: false });
  addFormats(ajv);
  for (const format of ['int32', 'int64', 'decimal', 'float', 'double']) ajv.addFormat(format, true);
  ajv.addFormat('url', (text) => URL.canParse(text)); // data: is one, too
  ajv.addSchema(withNullables(description), 'description');
  const compiled = new Map();
  return (value, schema, where) => {
    let validate = compiled.get(schema);
    if (!validate) {
      validate = ajv.compile(pointingInto(withNullables(schema)));
      compiled.set(schema, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const at = instancePath.replace(/\/\d+/g, '/*');
      return `${where}${at} ${message} ${JSON.stringify(params)}`;
    });
  };
}

function pointingInto(value) {
  return mapped(value, (one) =>
    typeof one.$ref === 'string' && one.$ref.startsWith('#')
      ? { ...one, $ref: `description${one.$ref}` }
      : one,
  );
}

/** `nullable: true` beside a type or a reference. */
function withNullables(value) {
  return mapped(value, (one) => {
    if (one.nullable !== true) return one;
    return { anyOf: [without(one, ['nullable']), { type: 'null' }] };
  });
}

function without(object, names) {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function mapped(value, change) {
  if (Array.isArray(value)) return value.map((one) => mapped(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapped(member, change)])),
  );
}

/** Google's own form of a description, as far as it is used here. Members that it does not know are refused. */
function fromDiscovery({ resources, schemas, parameters: common }) {
  const methods = [];
  const collect = (holder) => {
    methods.push(...Object.values(holder.methods ?? {}));
    Object.values(holder.resources ?? {}).forEach(collect);
  };
  Object.values(resources).forEach(collect);
  const paths = {};
  for (const { path: template, httpMethod, parameters = {}, request, response } of methods) {
    const of = ([name, { location, required, type }]) => ({ name, in: location, required, schema: { type } });
    (paths[`/${template}`] ??= {})[httpMethod.toLowerCase()] = {
      parameters: [...Object.entries(parameters), ...Object.entries(common)].map(of),
      ...(request ? { requestBody: { content: { 'application/json': { schema: toRef(request) } } } } : {}),
      responses: { 200: { content: { 'application/json': { schema: toRef(response) } } } },
    };
  }
  const named = Object.entries(schemas).map(([name, schema]) => [name, closed(schema)]);
  return { paths, components: { schemas: Object.fromEntries(named) } };
}

function toRef({ $ref }) {
  return { $ref: `#/components/schemas/${$ref}` };
}

function closed(schema) {
  return mapped(schema, (one) => {
    if (typeof one.$ref === 'string') return toRef(one);
    const rest = without(one, ['id', 'annotations', 'required']);
    return rest.type === 'object' && rest.properties && !rest.additionalProperties
      ? { ...rest, additionalProperties: false }
      : rest;
  });
}

function add(counts, what) {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function print({ name, compared, requests, answers, explained }) {
  const differences = `${requests.size} differences in requests, ${answers.size} in answers`;
  console.log(`${name}: ${compared} exchanges, ${differences} (${explained} explained)`);
  for (const [what, count] of requests) console.log(`  request ${what} (${count})`);
  for (const [what, count] of answers) console.log(`  answer ${what} (${count})`);
}
