import { EnvironmentReader, PlatformConfig } from '@tributary/service';
import { Plan } from './identity/permissions/plans';
import { MailSettings, readMailSettings } from './identity/mail/mail-settings';
import { CapName, CAPS, LimitName, LIMITS } from './identity/limits/limits';
import { SIGN_UP_MODES, SignUpMode } from './identity/sign-up/sign-up-mode';

/** Injection token of the gateway's settings. */
export const API_GATEWAY_CONFIG = Symbol('API_GATEWAY_CONFIG');

/** The gateway's settings beside those that every service has. */
export interface ApiGatewayConfig extends PlatformConfig {
  /** The public address of the API, such as `https://api.example.com`; default: the request's host. */
  readonly publicUrl: string | null;
  /** Whether browsers may have sessions over plain HTTP, where anyone on the same network can steal them. */
  readonly isPlainHttpAllowed: boolean;
  /** Addresses and networks of the proxies in front, separated by commas; null: none. */
  readonly trustedProxies: string | null;
  /** Path of the API, with its version. */
  readonly basePath: string;
  /** Time limit of a command; after it the command's result is unknown. */
  readonly commandTimeoutMs: number;
  /** Time limit of every request; after it the gateway sends an error. */
  readonly requestTimeoutMs: number;
  readonly bodyBytesMax: number;
  /** Limits on how often, over all instances; 0: no limit. */
  readonly limits: Readonly<Record<LimitName, number>>;
  /** Limits on how many. */
  readonly caps: Readonly<Record<CapName, number>>;
  /** Maximum of webhook endpoints for a user of the plan. */
  readonly webhookEndpointLimits: Readonly<Record<Plan, number>>;
  /**
   * Maximum number of endpoints of automation platforms, by plan. A platform registers an endpoint for each edit of a
   * workflow.
   */
  readonly automationEndpointLimits: Readonly<Record<Plan, number>>;
  /** Deliveries, their attempts and events are shown for this long. */
  readonly webhookRetentionDays: number;
  /** Retention of the audit trail, and of the networks known from earlier sign-ins. */
  readonly securityEventRetentionDays: number;
  /** When tokens in the legacy format `{id}|{secret}` expire; null: they are invalid. */
  readonly legacyTokensUntil: Date | null;
  /** A finished export can be downloaded for this long. */
  readonly exportKeptHours: number;
  /** Maximum of transactions in a CSV file. Their ids are in memory while it is sent: 8 bytes each. */
  readonly exportRowsMax: number;
  /** Decides who may create an account. */
  readonly signUp: SignUpMode;
  /** The SMTP server by which mail is sent; null: none is. */
  readonly mail: MailSettings | null;
  /** A refresh token that was just used gets the same response again for this long, in case the first was lost. */
  readonly refreshGraceMs: number;
  /**
   * Secret of the client `operator`, with which the operator's own programs introspect OAuth tokens; null: disabled.
   */
  readonly operatorSecret: string | null;
}

export function readApiGatewayConfig(platform: PlatformConfig, env: EnvironmentReader): ApiGatewayConfig {
  const limit = (name: string, fallback: number) => env.integer(name, fallback, { min: 0, max: 100_000 });
  const signUp = readSignUp(env);
  const publicUrl = env.optional('PUBLIC_URL') && env.url('PUBLIC_URL').replace(/\/+$/, '');
  return {
    ...platform,
    publicUrl,
    isPlainHttpAllowed: readPlainHttp(env, publicUrl),
    trustedProxies: env.optional('TRUSTED_PROXIES'),
    basePath: env.text('API_BASE_PATH', '/api/v1'),
    commandTimeoutMs: env.integer('COMMAND_TIMEOUT_MS', 5000, { min: 50, max: 60_000 }),
    requestTimeoutMs: env.integer('REQUEST_TIMEOUT_MS', 15_000, { min: 100, max: 300_000 }),
    bodyBytesMax: env.integer('BODY_BYTES_MAX', 1024 * 1024, { min: 1024, max: 64 * 1024 * 1024 }),
    limits: readNumbers(LIMITS, env, 0),
    caps: readNumbers(CAPS, env, 1),
    webhookEndpointLimits: {
      FREE: limit('PLAN_FREE_WEBHOOK_ENDPOINTS', 2),
      PLUS: limit('PLAN_PLUS_WEBHOOK_ENDPOINTS', 10),
      PRO: limit('PLAN_PRO_WEBHOOK_ENDPOINTS', 50),
    },
    automationEndpointLimits: {
      FREE: limit('PLAN_FREE_AUTOMATION_ENDPOINTS', 20),
      PLUS: limit('PLAN_PLUS_AUTOMATION_ENDPOINTS', 100),
      PRO: limit('PLAN_PRO_AUTOMATION_ENDPOINTS', 500),
    },
    webhookRetentionDays: env.integer('WEBHOOK_RETENTION_DAYS', 30, { min: 1, max: 3650 }),
    securityEventRetentionDays: env.integer('SECURITY_EVENT_RETENTION_DAYS', 365, { min: 1, max: 3650 }),
    legacyTokensUntil: env.date('LEGACY_TOKENS_UNTIL'),
    exportKeptHours: env.integer('EXPORT_KEPT_HOURS', 72, { min: 1, max: 8760 }),
    exportRowsMax: env.integer('EXPORT_ROWS_MAX', 1_000_000, { min: 1, max: 10_000_000 }),
    signUp,
    mail: readMail(env, signUp, publicUrl),
    refreshGraceMs: env.integer('OAUTH_REFRESH_GRACE_MS', 10_000, { min: 0, max: 10_000 }),
    operatorSecret: env.optional('OAUTH_OPERATOR_SECRET'),
  };
}

function readPlainHttp(env: EnvironmentReader, publicUrl: string | null): boolean {
  const isAllowed = env.flag('PLAIN_HTTP_SESSIONS', false);
  if (isAllowed && publicUrl?.startsWith('https:'))
    env.problem(
      'PLAIN_HTTP_SESSIONS is for addresses without TLS, and PUBLIC_URL begins with https: remove one of them',
    );
  return isAllowed;
}

/**
 * Reads the mode of signing up. Rejects the setting of an earlier release with a message: none of its values has an
 * equivalent that is right for everybody, so the operator chooses.
 */
function readSignUp(env: EnvironmentReader): SignUpMode {
  if (env.optional('SIGN_UP_OPEN') !== null) {
    env.problem(
      'SIGN_UP_OPEN is no setting any more: remove it, and set SIGN_UP to open (true) or closed (false)',
    );
  }
  return env.oneOf('SIGN_UP', SIGN_UP_MODES, 'invitation');
}

/**
 * Reads the settings of mail. Strangers prove their address by a mailed link, so signing up needs mail: otherwise
 * anybody could take the address of another person.
 */
function readMail(env: EnvironmentReader, signUp: SignUpMode, publicUrl: string | null): MailSettings | null {
  if (signUp === 'open' && env.optional('SMTP_URL') === null) {
    env.problem(
      'SIGN_UP=open needs mail, because strangers confirm their address by it: set SMTP_URL, MAIL_FROM and PUBLIC_URL, or set ' +
        'SIGN_UP=invitation',
    );
  }
  return readMailSettings(env, publicUrl);
}

interface Declared {
  readonly setting: string;
  readonly fallback: number;
}

function readNumbers<Name extends string>(
  declared: Readonly<Record<Name, Declared>>,
  env: EnvironmentReader,
  min: number,
): Record<Name, number> {
  const numbers = Object.entries<Declared>(declared).map(
    ([name, { setting, fallback }]) =>
      [name, env.integer(setting, fallback, { min, max: 1_000_000_000 })] as const,
  );
  return Object.fromEntries(numbers) as Record<Name, number>;
}
