import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from '../install.mjs';
import { table } from './markdown.mjs';
import { groupsOf, operationsOf } from './rest.mjs';

const require = createRequire(import.meta.url);
const built = (file) => require(path.join(ROOT, 'dist', file));
const contracts = () => built('libs/contracts/src');

const code = (text) => `\`${text}\``;
const list = (items) => items.map(code).join(', ');

/** The events and commands of the bus. */
export function eventsReference() {
  const { EVENTS, COMMANDS } = contracts();
  const events = EVENTS.map((one) => [
    code(one.topic),
    `v${one.version}`,
    one.producer,
    one.consumers.join(', '),
    code(one.keyedBy),
    one.description,
  ]);
  const commands = COMMANDS.map((one) => [
    code(one.name),
    one.service,
    one.confidential ? 'yes' : '',
    one.description,
  ]);
  return `# Events and commands on the bus

These messages go between the five services. They are no interface for other programs, which get
[webhooks](webhooks.md) and [REST](rest-routes.md). Payloads and samples are in [asyncapi.yaml](../asyncapi.yaml). Messages of one
key keep their order; a message arrives at least once.

## Events

${table(['topic', 'version', 'published by', 'consumed by', 'key', 'what happened'], events)}

## Commands

The gateway sends a command to the service that owns the resource, on the topic \`<service>.commands\`, and waits for the answer.
A confidential command is encrypted.

${table(['command', 'to', 'confidential', 'what it does'], commands)}
`;
}

/** The generated part of the page on webhooks. */
export function webhooksReference() {
  const { EVENT_TYPES, PAYLOAD_MEMBERS, LEGACY_EVENT_ALIASES } = contracts();
  const formerNames = Object.fromEntries(
    Object.entries(LEGACY_EVENT_ALIASES).map(([former, now]) => [now, former]),
  );
  const rows = Object.entries(EVENT_TYPES).map(([event, members]) => [
    code(event),
    formerNames[event] ? code(formerNames[event]) : 'the same',
    list(members),
    list([...new Set(members.map((member) => PAYLOAD_MEMBERS[member].scope))]),
  ]);
  return `\n## Events

${table(['event', 'in version v1', 'members of `data`', 'scopes to see all'], rows)}
`;
}

/** An example of each event's body. */
export function webhookBodies() {
  const { EVENT_TYPES, sampleBody, FULL_VIEW } = contracts();
  const bodies = Object.keys(EVENT_TYPES).map(
    (event) => `## ${event}\n\n${json(sampleBody(event, 'v2', FULL_VIEW))}`,
  );
  return `# Bodies of webhooks

Invented values, in payload version v2, for an endpoint that may see everything. [Webhooks](webhooks.md) says when each is sent.

${bodies.join('\n\n')}
`;
}

/** What each scope allows. */
export function scopesReference(document) {
  const { SCOPE_MEANINGS } = built('apps/api-gateway/src/identity/permissions/scopes');
  const operations = operationsOf(document);
  const rows = Object.entries(SCOPE_MEANINGS).map(([scope, meaning]) => [
    code(scope),
    meaning,
    String(routesWith(operations, scope).length),
  ]);
  const routes = Object.keys(SCOPE_MEANINGS).map((scope) => {
    const own = routesWith(operations, scope).map(({ method, route }) => `- \`${method} ${route}\``);
    return `## ${scope}\n\n${own.length === 0 ? 'No route needs it by itself: it adds to what others show.' : own.join('\n')}`;
  });
  return `# Scopes

A token, and an app that a user authorizes, may do what its scopes say. Some members, filters and includes of a route need
further scopes, which the [route's page](rest-routes.md) names.

${table(['scope', 'it lets a program', 'routes'], rows)}

${routes.join('\n\n')}
`;
}

function routesWith(operations, scope) {
  return operations.filter(({ security = [] }) => security.some(({ oauth2 = [] }) => oauth2.includes(scope)));
}

/** All routes in one table: the committed form of the REST pages. */
export function routesReference(document) {
  const parts = [...groupsOf(operationsOf(document))].map(
    ([tag, members]) =>
      `## ${tag}\n\n${table(
        ['route', 'what it does'],
        members.map(({ method, route, summary }) => [code(`${method} ${route}`), summary]),
      )}`,
  );
  return `# REST: all routes

Below \`/api/v1\` (\`API_BASE_PATH\`). [openapi.json](../openapi.json) has parameters, bodies and answers, and so have the pages under
REST of the built documentation (\`/docs\`), with an example of each. To try a route, open \`/api/v1/docs\` of your installation.

${parts.join('\n\n')}
`;
}

/** The generated part of the page on the rule language. */
export function ruleLanguageReference() {
  const {
    RULE_FIELDS,
    FURTHER_MAPPED_FIELDS,
    FIELD_TYPE_TABLE,
    OPERATOR_TABLE,
    ACTION_TABLE,
    destinationFields,
  } = contracts();
  const types = Object.entries(FIELD_TYPE_TABLE).map(([type, { values, operators }]) => [
    code(type),
    values,
    list(operators),
  ]);
  const operators = Object.entries(OPERATOR_TABLE).map(([name, { operand, description }]) => [
    code(name),
    operand,
    description,
  ]);
  const actions = Object.entries(ACTION_TABLE).map(([name, { destination, undoable, description }]) => [
    code(name),
    destination === null ? 'settable fields' : fieldsAt(destinationFields(destination)),
    undoable ? 'yes' : 'no',
    description,
  ]);
  const fields = [
    ...RULE_FIELDS,
    { name: FURTHER_MAPPED_FIELDS, type: 'text', of: 'document', settable: true },
  ].map(({ name, type, of, settable }) => [
    code(name),
    type,
    settable ? 'yes' : '',
    of === 'facts' ? 'beside the document' : '',
  ]);
  return `\n## Operators

${table(['operator', 'value', 'is true if'], operators)}

## Types of fields

${table(['type', 'values', 'operators'], types)}

## Actions

${table(['action', 'fields', 'can be undone', 'what it does'], actions)}

## Fields

${table(['field', 'type', 'settable', ''], fields)}
`;
}

function fieldsAt(fields) {
  if (fields === null) return 'any name';
  return fields.map(({ name, values }) => (values ? `\`${name}\` (${list(values)})` : code(name))).join(', ');
}

/** Every metric that a service sends. */
export function metricsReference() {
  const rows = metrics().map(({ name, kind, description, files }) => [
    code(name),
    kind,
    description,
    files.join(', '),
  ]);
  return `# Metrics

Each service shows these to Prometheus, sends them by OTLP, or both. Names and labels are the same in both ways, so the
dashboard and the [alerts](../how-to/answer-an-alert.md) work with either.

| how                    | settings                      | what it takes                                                           |
| ---------------------- | ----------------------------- | ----------------------------------------------------------------------- |
| Prometheus reads them  | \`METRICS_PORT=9464\`           | \`GET /metrics\` on that port of each service, in Prometheus' text format |
| the services send them | \`OTEL_EXPORTER_OTLP_ENDPOINT\` | a collector that takes OTLP over HTTP, which Prometheus then reads      |

\`METRICS_PORT\` is a port of its own, at the address that \`HOST\` names. No proxy in front of the API leads to it, and without the setting
there is none. With \`METRICS_TOKEN\` a reader must send it (\`authorization: Bearer …\`); other requests get 401. Set it where others
than your Prometheus can reach the port. \`npx tributary serve\` shows all services at one port.

\`\`\`yaml
# prometheus.yml
scrape_configs:
  - job_name: tributary
    authorization: { credentials: 'the value of METRICS_TOKEN' }
    static_configs:
      - targets:
          - api-gateway:9464
          - ingestion-sync:9464
          - rule-engine:9464
          - transfer-engine:9464
          - webhook-dispatcher:9464
\`\`\`

Prometheus writes names with underscores, and adds \`_seconds\`, \`_bytes\` and, to counters, \`_total\`:
\`tributary_sync_duration_seconds_count\`. The label \`service_name\` says which service a value is of. No label has an id, a name or an
address of a user: of the hosts that services call, only those that settings name are in \`server_address\`, the others are \`other\`.

${table(['metric', 'kind', 'what it measures', 'sent by'], rows)}

## Node's own

\`nodejs.eventloop.delay.*\`, \`nodejs.eventloop.utilization\`, \`nodejs.eventloop.time\`, \`v8js.memory.heap.*\` and \`v8js.gc.duration\`
are Node's, by OpenTelemetry's instrumentation and with its names; \`http.client.request.duration\` measures calls to other companies.
Where one process has all services, these are of all of them together.

## What is not among them

Disks, memory and processor of the database and the brokers, and certificates of your proxy: services see none of it, so your exporters
for these must say it. A service's \`tributary.certificate.remaining\` is of the certificate that PostgreSQL or a broker has shown to it.
`;
}

const INSTRUMENT =
  /(durationHistogram|outcomeCounter|createObservableGauge|createObservableCounter|createHistogram|createCounter)\(\s*(?:'([^']+)'|([A-Z_]+))\s*,\s*(?:'([^']+)'|\{[^}]*?description:\s*'([^']+)')/g;
const KINDS = {
  durationHistogram: 'histogram, seconds',
  createHistogram: 'histogram',
  outcomeCounter: 'counter',
  createCounter: 'counter',
  createObservableGauge: 'gauge',
  createObservableCounter: 'counter',
};

/** The instruments that the sources create, by name. */
export function metrics() {
  const found = ['apps', 'libs'].flatMap((kind) =>
    readdirSync(path.join(ROOT, kind)).flatMap((name) =>
      instrumentsOf(`${kind}/${name}/src`, kind === 'libs' ? 'every service' : name),
    ),
  );
  return found.sort((one, other) => one.name.localeCompare(other.name));
}

function instrumentsOf(folder, sender) {
  return readdirSync(path.join(ROOT, folder), { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(path.join(ROOT, folder, file), 'utf8');
      return [...text.matchAll(INSTRUMENT)].map(([, kind, name, constant, description, inOptions]) => ({
        name: name ?? new RegExp(`const ${constant} = '([^']+)'`).exec(text)[1],
        kind: KINDS[kind],
        description: description ?? inOptions,
        files: [sender],
      }));
    });
}

/** Every command of `npx tributary`, as its own help says it. */
export function commandsReference() {
  const { program } = built('apps/operator/src/run');
  const commands = leavesOf(program(), []);
  const rows = commands.map(({ words, anchor, description }) => [`[\`${words}\`](#${anchor})`, description]);
  const parts = commands.map(
    ({ words, usage, description, options }) =>
      `## ${words}\n\n${sentence(description)}\n\n\`\`\`\nnpx tributary ${words}${usage}\n\`\`\`${options.length === 0 ? '' : `\n\n${table(['option', 'meaning', 'default'], options)}`}`,
  );
  return `# Commands of npx tributary

Run \`npx tributary …\` in a built checkout (\`npm ci\`, \`npm run build\`), or \`node dist/apps/operator/src/main.js …\` in the image.
[Commands for operators](../../apps/operator/README.md) says which settings they need and shows what they print. A command ends with
0 on success, else with 1. \`npx tributary serve\` runs the product itself.

${table(['command', 'what it does'], rows)}

${parts.join('\n\n')}
`;
}

function leavesOf(command, above) {
  return command.commands.flatMap((one) => {
    const words = [...above, one.name()];
    if (one.commands.length > 0) return leavesOf(one, words);
    const options = one.options.map((option) => [code(option.flags), option.description, defaultOf(option)]);
    const usage = one.usage() === '' ? '' : ` ${one.usage()}`;
    return [
      { words: words.join(' '), anchor: words.join('-'), usage, description: one.description(), options },
    ];
  });
}

function defaultOf({ defaultValue }) {
  return defaultValue === undefined || defaultValue === false || defaultValue === true
    ? ''
    : String(defaultValue);
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function json(value) {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
