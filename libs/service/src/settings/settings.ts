import { COMMANDED, ServiceName, SERVICES } from '@tributary/contracts';
import { closestMatch, default as distance } from 'leven';

/** The settings of a process by name, from the operating system. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Notes on a setting for operators. Kind, default and range are where the service reads it. */
export interface SettingNote {
  readonly meaning: string;
  /** Effect of a missing value, where that is more than the reader's default. */
  readonly without?: string;
  /** Whether it belongs into a secret store, never into a ConfigMap. `<name>_FILE` may name a file with its value. */
  readonly secret?: true;
}

type SettingSection = 'Every service' | 'Every service but api-gateway' | ServiceName;

/**
 * All settings of the services, except for the limits, which `LIMITS` and `CAPS` of the gateway declare. `npm run
 * docs` joins them with the settings that the services read, and derives .env.example, the lists of
 * docker-compose.yml, the Kubernetes settings and the tables of docs/reference/settings.md; it fails for a setting
 * that is read and not here, or here and not read.
 */
export const SETTINGS = {
  'Every service': {
    DATABASE_URL: { meaning: "URL of the service's own PostgreSQL role", secret: true },
    DATABASE_DIRECT_URL: {
      meaning:
        'the same database past a pooler such as [PgBouncer](../how-to/pool-connections.md), for signals of new work',
      without: '`DATABASE_URL`',
      secret: true,
    },
    DATABASE_POOL_SIZE: {
      meaning:
        'connections that one instance keeps at most; two more, for readiness and for signals of new work',
    },
    STATEMENT_TIMEOUT_MS: {
      meaning: 'after this a statement of a request or a command is cancelled; other work has an hour',
    },
    MIGRATIONS: {
      meaning:
        '`only`: bring the schema up to date and end; `checked`: refuse a schema that is behind (see Upgrades)',
    },
    KAFKA_BROKERS: { meaning: '`host:port`, separated by commas', without: 'required' },
    KAFKA_TLS: { meaning: '`true` connects to the brokers with TLS; `KAFKA_CA_FILE` implies it' },
    KAFKA_CA_FILE: {
      meaning: "PEM file of the authority that signed the brokers' certificates; else the system's",
    },
    KAFKA_SASL_USERNAME: { meaning: 'user and password for the brokers; set both or neither' },
    KAFKA_SASL_PASSWORD: { meaning: 'goes with `KAFKA_SASL_USERNAME`', secret: true },
    KAFKA_SASL_MECHANISM: { meaning: '`plain`, `scram-sha-256`, `scram-sha-512`' },
    KAFKA_TOPICS: {
      meaning:
        '`existing`: an operator creates the topics, and a service does not start while some are missing',
    },
    KAFKA_RETENTION_HOURS: { meaning: 'how long topics that the service creates keep their messages' },
    KAFKA_TOPIC_PREFIX: {
      meaning: 'prefix of all names of topics and groups, so that several systems can share a cluster',
    },
    KAFKA_REPLICATION_FACTOR: { meaning: 'of topics that the service creates; 3 for a cluster' },
    KAFKA_SESSION_TIMEOUT_MS: {
      meaning: 'an instance that is silent for longer loses its partitions to others',
    },
    BUS_PARTITIONS: { meaning: 'partitions of each topic that the service creates' },
    BUS_CONCURRENCY: { meaning: 'partitions that one instance processes at once' },
    RESTATE_ROWS_PER_S: {
      meaning: 'rows a second that a service replays at most, for a rebuild of the query model',
    },
    LOG_RETENTION_DAYS: {
      meaning:
        'logs of rules and transfers are deleted after so many days, and their changes can no longer be undone one by one; 0 keeps them',
    },
    OUTBOX_LEASE_MS: {
      meaning: 'how long the outbox of a crashed instance waits before another one sends it',
    },
    START_WAIT_MS: {
      meaning:
        'how long a starting service waits for what Jobs make (topics, with `KAFKA_TOPICS=existing`; the schema, with `MIGRATIONS=checked`), before it ends; for PostgreSQL and brokers that do not answer it waits for ever, except with `MIGRATIONS=only`',
    },
    DRAIN_MS: {
      meaning:
        'how long a process still serves after SIGTERM, while it reports that it is not ready, so that a load balancer notices',
    },
    STOP_WAIT_MS: {
      meaning:
        'how long a stopping process waits for clients that read their answers slowly, before it closes their connections',
    },
    ENCRYPTION_KEY: {
      meaning:
        '32 bytes in base64, different for each service: encrypts the credentials and signing secrets that it keeps',
      secret: true,
    },
    ENCRYPTION_KEYS_ACCEPTED: {
      meaning: 'earlier keys, separated by commas, that still decrypt while the key is being changed',
      secret: true,
    },
    PORT: {
      meaning: 'of the HTTP server: the API at the gateway, health alone elsewhere; 0 means any free one',
    },
    HOST: { meaning: 'address that it listens on' },
    LOG_LEVEL: { meaning: '`debug`, `info`, `warn`, `error` …', without: 'info' },
    METRICS_PORT: {
      meaning:
        'port on which Prometheus can read [metrics](metrics.md) at `/metrics`; not the port of the API, so that no proxy leads to it; 0: none',
    },
    METRICS_TOKEN: {
      meaning: 'bearer token, of 16 characters or more, that a reader of `/metrics` must send',
      without: 'whoever reaches the port may read',
      secret: true,
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: { meaning: 'where traces and metrics are sent, by OTLP over HTTP' },
    OTEL_METRIC_EXPORT_INTERVAL: {
      meaning: 'milliseconds between two sendings of metrics',
      without: '60000',
    },
    OTEL_SDK_DISABLED: {
      meaning: '`true` turns tracing off, trace ids in logs and messages too',
      without: 'false',
    },
  },
  'Every service but api-gateway': {
    COMMAND_VERIFY_KEYS: {
      meaning:
        'public key that verifies commands; several, separated by commas, while the key is being changed',
      without: 'derived',
    },
    COMMAND_KEY: {
      meaning:
        'key shared with the gateway that decrypts confidential commands; of several, separated by commas, the first encrypts and all decrypt',
      without: 'derived',
      secret: true,
    },
  },
  'api-gateway': {
    PUBLIC_URL: { meaning: 'public address of the API, for links', without: "the request's host" },
    PLAIN_HTTP_SESSIONS: {
      meaning:
        '`true`: browsers keep a session also at an address of your own network without TLS, such as `http://192.168.1.10:3000`; whoever shares that network can read and take over what is sent, and the pages say so',
    },
    TRUSTED_PROXIES: {
      meaning:
        'addresses or networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-*` headers count; without it all clients of a proxy share the limits of one network',
    },
    API_BASE_PATH: { meaning: 'path of the API' },
    COMMAND_SIGNING_KEY: {
      meaning: '32 bytes in base64 that sign commands',
      without: 'derived',
      secret: true,
    },
    COMMAND_KEYS: {
      meaning:
        '`<service>=<key>`, separated by commas: encrypts confidential commands; of several for one service the first encrypts, all decrypt',
      without: 'derived',
      secret: true,
    },
    COMMAND_TIMEOUT_MS: { meaning: 'how long a command may take before the client gets 503' },
    REQUEST_TIMEOUT_MS: { meaning: 'how long any request may take before the client gets 503' },
    BODY_BYTES_MAX: { meaning: 'longest request body' },
    PLAN_FREE_WEBHOOK_ENDPOINTS: { meaning: 'webhook endpoints that a user of the plan may have' },
    PLAN_PLUS_WEBHOOK_ENDPOINTS: { meaning: 'the same for this plan' },
    PLAN_PRO_WEBHOOK_ENDPOINTS: { meaning: 'the same for this plan' },
    PLAN_FREE_AUTOMATION_ENDPOINTS: { meaning: 'the same for those that automation platforms register' },
    PLAN_PLUS_AUTOMATION_ENDPOINTS: { meaning: 'the same for this plan' },
    PLAN_PRO_AUTOMATION_ENDPOINTS: { meaning: 'the same for this plan' },
    WEBHOOK_RETENTION_DAYS: { meaning: 'how long deliveries, their attempts and events are shown' },
    SECURITY_EVENT_RETENTION_DAYS: {
      meaning: 'how long the audit trail is kept, and how long an unused network stays known',
    },
    SIGN_UP: {
      meaning:
        'who may create an account: `open` (needs [mail](../how-to/send-mail.md)), `first-user` (the first with a password, then by invitation; set by `npm start` and Compose), `invitation`, `closed`',
    },
    SMTP_URL: {
      meaning:
        'SMTP server for [mail](../how-to/send-mail.md): `smtps://user:password@mail.example.com`, or `smtp://` with STARTTLS; needs `MAIL_FROM` and `PUBLIC_URL`',
      secret: true,
    },
    MAIL_FROM: { meaning: 'sender of mail: `Tributary <tributary@example.com>`' },
    SIGN_UP_OPEN: {
      meaning: 'the former name of `SIGN_UP`: a gateway that gets it says what to set, and does not start',
      without: 'removed',
    },
    EXPORT_KEPT_HOURS: {
      meaning: 'how long a user can download an export of their data before it is removed',
    },
    EXPORT_ROWS_MAX: {
      meaning:
        'how many transactions a CSV file may have; more are refused with 422. A gateway keeps their ids in memory while it sends the file, 8 bytes each',
    },
    OAUTH_REFRESH_GRACE_MS: {
      meaning:
        'how long a refresh token that was just used gets the same answer again; 0: any second use revokes the grant',
    },
    LEGACY_TOKENS_UNTIL: {
      meaning:
        'day, `YYYY-MM-DD`, on which tokens in the format `{id}|{secret}` expire; without it none is valid',
    },
    OAUTH_OPERATOR_SECRET: {
      meaning:
        "secret of the client `operator`, with which the operator's own programs introspect OAuth tokens",
      secret: true,
    },
  },
  'ingestion-sync': {
    PROVIDER_A_SECRET_ID: {
      meaning: 'both or none; an administrator can enter the keys in the console instead',
    },
    PROVIDER_A_SECRET_KEY: { meaning: 'goes with `PROVIDER_A_SECRET_ID`', without: 'none', secret: true },
    PROVIDER_A_BASE_URL: { meaning: 'where the provider is', without: 'the public service' },
    PROVIDER_A_CONNECTIONS: { meaning: 'connections that are kept open to it' },
    PROVIDER_A_TIMEOUT_MS: { meaning: 'of a call' },
    PROVIDER_B_APPLICATION_ID: { meaning: 'with a key, or neither; without them PROVIDER_B is not offered' },
    PROVIDER_B_PRIVATE_KEY_PEM: { meaning: "the application's RSA key; wins over the file", secret: true },
    PROVIDER_B_PRIVATE_KEY_FILE: { meaning: 'the same as a file' },
    PROVIDER_B_BASE_URL: { meaning: 'where the provider is', without: 'the public service' },
    PROVIDER_B_DAILY_CALLS: {
      meaning: 'for each account and resource; institutions do not report their limit',
    },
    PROVIDER_B_CONNECTIONS: { meaning: 'connections that are kept open to it' },
    PROVIDER_B_TIMEOUT_MS: { meaning: 'of a call' },
    PROVIDER_C_CLIENT_ID: { meaning: 'both or none; without them PROVIDER_C is not offered' },
    PROVIDER_C_CONSUMER_KEY: { meaning: 'signs each request; never sent', without: 'none', secret: true },
    PROVIDER_C_PERSONAL: { meaning: "true: the key is a personal one and opens its owner's own accounts" },
    PROVIDER_C_BASE_URL: {
      meaning: "its path goes before every request's, and is signed",
      without: 'the public service',
    },
    PROVIDER_C_CONNECTIONS: { meaning: 'connections that are kept open to it' },
    PROVIDER_C_TIMEOUT_MS: { meaning: 'of a call' },
    SIMPLEFIN_ENABLED: { meaning: 'false: SimpleFIN is not offered; it needs no keys' },
    SIMPLEFIN_ALLOWED_NETWORKS: {
      meaning:
        "CIDRs, separated by commas, that users' SimpleFIN servers may be in although they are not public; only there without TLS",
    },
    SIMPLEFIN_DAILY_REQUESTS: {
      meaning: 'for each connection, whatever its number of accounts; the Bridge allows 24',
    },
    SIMPLEFIN_SHARE_ANSWERS_MS: {
      meaning: 'how long the accounts of a connection share an answer; 0: each asks by itself',
    },
    SIMPLEFIN_CONNECTIONS: { meaning: 'connections that are kept open to each server' },
    SIMPLEFIN_TIMEOUT_MS: { meaning: 'of a call' },
    MAX_HISTORICAL_DAYS: { meaning: 'history asked for, at most what the institution grants' },
    INSTITUTIONS_EVERY_HOURS: {
      meaning: "how often the providers' lists of institutions are read; 0: never",
    },
    EXCHANGE_RATES_ENABLED: {
      meaning:
        'false: no exchange rates are read; figures in one currency then say that the rates are missing',
    },
    EXCHANGE_RATES_URL: {
      meaning: 'folder with the files `eurofxref-hist.xml` and `eurofxref-hist-90d.xml`, such as a mirror',
    },
    SYNC_CONCURRENCY: {
      meaning: 'accounts of one user that an instance reads at once; a third as many are kept for others',
    },
    SYNC_RETRY_MS: {
      meaning:
        'pause after a first failed sync; doubled with each further one, and four times as long with each that ended with its process',
    },
    SETTLEMENT_TOLERANCE_PERCENT: {
      meaning: 'how far a booked amount may be from the pending one that it settles, both ways',
    },
    SYNC_LEASE_MS: { meaning: 'how long the accounts of a crashed instance wait for another one' },
  },
  'rule-engine': {
    RESHAPE_LEASE_MS: { meaning: 'how long the jobs of a crashed instance wait for another one' },
    RESHAPE_IDLE_MS: { meaning: 'how often an idle instance looks for jobs; it is notified of new ones' },
    RULE_WORKERS: {
      meaning:
        'threads that run rules, and as many again that check and preview them; idle ones end after ten minutes',
    },
    RULE_TRANSACTION_MS: {
      meaning: 'time limit of all rules together for one transaction; a rule that exceeds it is switched off',
    },
    RULE_BATCH_MS: { meaning: "time limit of a user's rules for one batch" },
    RULE_MEMORY_MB: { meaning: 'memory limit of one of these threads' },
    RULES_PER_USER_MAX: { meaning: 'further ones are refused' },
    RULES_PER_TARGET_MAX: { meaning: 'of one account, or of one transfer link' },
  },
  'transfer-engine': {
    BUDGETA_BASE_URL: { meaning: 'where the destination is' },
    BUDGETA_PATH_SEGMENT: { meaning: 'or `budgets`' },
    BUDGETA_REQUESTS_PER_HOUR: { meaning: "for each user's token" },
    BUDGETA_REQUEST_TIMEOUT_MS: { meaning: 'of a request' },
    BUDGETA_CLIENT_ID: { meaning: 'the OAuth application; without it users bring access tokens' },
    BUDGETA_CLIENT_SECRET: { meaning: 'goes with `BUDGETA_CLIENT_ID`', secret: true },
    BUDGETA_OAUTH_URL: { meaning: 'above `/authorize` and `/token`' },
    BUDGETB_ALLOWED_NETWORKS: {
      meaning:
        "CIDRs, separated by commas, that users' Actual servers may be in although they are not public; only there without TLS",
    },
    BUDGETB_PROCESSES: {
      meaning: 'budgets that one instance has open at once, each in a process of up to 512 MB',
    },
    BUDGETB_IDLE_MS: { meaning: 'how long a budget stays open after its last request' },
    BUDGETB_REQUEST_TIMEOUT_MS: { meaning: 'half of it is for opening a budget, which then goes on' },
    BUDGETB_REQUESTS_PER_MINUTE: {
      meaning: 'for each connection; a server accepts 500, and each of ours makes three or four there',
    },
    BUDGETB_DATA_DIR: {
      meaning: 'copies of open budgets; removed when they are closed',
      without: "the system's, `/tmp/…`",
    },
    SHEETS_BASE_URL: { meaning: 'where the destination is' },
    SHEETS_TOKEN_URL: { meaning: "where access tokens are issued; the address in a user's key is ignored" },
    SHEETS_AUTHORIZE_URL: { meaning: 'where users grant access' },
    SHEETS_CLIENT_ID: {
      meaning: 'the application at Google; without it users bring keys of service accounts',
    },
    SHEETS_CLIENT_SECRET: { meaning: 'goes with `SHEETS_CLIENT_ID`', secret: true },
    SHEETS_REQUESTS_PER_MINUTE: { meaning: 'for each account, reads and writes together' },
    SHEETS_REQUEST_TIMEOUT_MS: { meaning: 'of a request' },
    WORKSPACE_BASE_URL: { meaning: 'where the destination is' },
    WORKSPACE_CLIENT_ID: {
      meaning: 'the public integration at Notion; without it users bring secrets of internal ones',
    },
    WORKSPACE_CLIENT_SECRET: { meaning: 'goes with `WORKSPACE_CLIENT_ID`', secret: true },
    WORKSPACE_REQUESTS_PER_SECOND: { meaning: 'for each integration' },
    WORKSPACE_REQUEST_TIMEOUT_MS: { meaning: 'of a request' },
    TRANSFER_BATCH_ROWS: { meaning: 'rows in one bulk request, at most' },
    TRANSFER_LINGER_MS: {
      meaning: "how long a row waits for others to fill the bulk, while the destination's limit is far",
    },
    TRANSFER_POLL_MS: {
      meaning: 'shortest time between two looks for work, of which an instance is notified',
    },
    TRANSFER_SLOTS: { meaning: 'budgets (of each kind of destination) that one instance works on at once' },
    TRANSFER_LEASE_MS: { meaning: 'how long a budget waits for another instance after a crash' },
    TRANSFER_ATTEMPTS: { meaning: 'then a transfer is `FAILED`' },
    TRANSFER_BACKOFF_MS: { meaning: 'wait after the first failed attempt; triples with each further one' },
  },
  'webhook-dispatcher': {
    WEBHOOK_ALLOWED_NETWORKS: {
      meaning: 'CIDRs, separated by commas, that endpoints may be in although they are not public',
    },
    WEBHOOK_CA_FILE: { meaning: 'PEM file of one more certificate authority to trust' },
    WEBHOOK_CA_PEM: { meaning: 'the same as text; wins over the file' },
    WEBHOOK_TIMEOUT_MS: { meaning: 'from the connection to the status; 15000 at most' },
    WEBHOOK_CONCURRENCY: { meaning: 'deliveries under way for one endpoint' },
    WEBHOOK_ENDPOINTS_AT_ONCE: { meaning: 'endpoints that one instance sends to at once' },
    WEBHOOK_LEASE_MS: { meaning: 'how long an endpoint waits for another instance after a crash' },
    WEBHOOK_RETENTION_DAYS: {
      meaning: 'finished deliveries, their attempts and recorded events are deleted after that',
    },
  },
} as const satisfies Record<SettingSection, Record<string, SettingNote>>;

/** Secrets from which deployments build other settings, and secrets of the programs beside the services. */
const OTHER_SECRETS = [
  ...['DATABASE_PASSWORD', 'DATABASE_ADMIN_URL', 'TRIBUTARY_TOKEN'],
  ...COMMANDED.map((service) => `${variablePrefix(service)}_COMMAND_KEY`),
  ...SERVICES.map((service) => `${variablePrefix(service)}_DATABASE_PASSWORD`),
];

const OTHER_VARIABLES = [
  ...['DATABASE_HOST', 'DATABASE_NAME', 'KAFKA_ACLS'],
  ...['API_PORT', 'TRIBUTARY_HOME', 'IMPORT_DIR', 'POSTGRES_BIN', 'OPERATOR_NAME'],
  ...['TRIBUTARY_URL', 'TRIBUTARY_USER'],
  ...['BACKUP_TIME', 'BACKUP_KEEP', 'BACKUP_DIR'],
  'COMMAND_MODE', // set by macOS
];

const SECRETS: ReadonlySet<string> = new Set([
  ...OTHER_SECRETS,
  ...Object.values<Record<string, SettingNote>>(SETTINGS).flatMap((section) =>
    Object.keys(section).filter((name) => section[name]?.secret),
  ),
]);

/** Whether the value of a setting, or of a variable of the programs beside the services, is a secret. */
export function isSecretSetting(name: string): boolean {
  return SECRETS.has(name);
}

/** The setting that names a file with the value of a secret one. */
export function fileSettingOf(secret: string): string {
  return `${secret}_FILE`;
}

/** The names that a variable may have. */
const KNOWN = [
  ...Object.values(SETTINGS).flatMap(Object.keys),
  ...OTHER_VARIABLES,
  ...[...SECRETS].flatMap((name) => [name, fileSettingOf(name)]),
];

/** Prefix of a service's variables: `RULE_ENGINE`, as in `RULE_ENGINE_DATABASE_PASSWORD`. */
export function variablePrefix(service: ServiceName): string {
  return service.toUpperCase().replaceAll('-', '_');
}

/** A name that is longer than this and differs by so little can only be a mistake. */
const ALIKE = { from: 8, differences: 2 };

/** The prefixes that distinguish our settings from other programs': those of several settings. */
function prefixesOf(names: readonly string[]): Set<string> {
  const all = names.flatMap((name) => /^[A-Z]+_/.exec(name)?.[0] ?? []);
  const shared = all.filter((prefix, at) => all.indexOf(prefix) !== at);
  return new Set(shared.filter((prefix) => prefix !== 'OTEL_')); // the standard has many more, which its library reads
}

/**
 * Warnings about variables that look like settings and are none, one line each: the name begins like settings
 * (`KAFKA_`), or is nearly the name of one. The lines have names, never values. `read` lists the settings that the
 * process has read, including limits.
 */
export function unknownSettings(environment: Environment, read: readonly string[]): string[] {
  const known = [...new Set([...KNOWN, ...read])];
  const prefixes = prefixesOf(known);
  return Object.keys(environment)
    .filter((name) => /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name) && !known.includes(name))
    .sort()
    .flatMap((name) => {
      const nearest = closestMatch(name, known) ?? '';
      const isAlike = name.length > ALIKE.from && distance(name, nearest) <= ALIKE.differences;
      const isOurs = isAlike || prefixes.has(/^[A-Z]+_/.exec(name)?.[0] ?? '');
      return isOurs ? [`${name} is no setting and has no effect; the nearest name is ${nearest}`] : [];
    });
}
