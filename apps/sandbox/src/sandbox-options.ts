import type { OAuthApplication } from './oauth/oauth-server';
import type { ProviderSecret } from './provider-a/provider-a.state';
import type { ProviderCKey } from './provider-c/signatures';
import type { MinuteLimits } from './sheets/minute-quota';

export interface SandboxOptions {
  /** HTTP port of the providers, the destinations and `/_control`. 0 or absent: any free one. */
  readonly port?: number;
  /** HTTPS port of the webhook receiver. 0 or absent: any free one. */
  readonly receiverPort?: number;
  /** Address to listen on. */
  readonly host?: string;
  /** The address where a browser finds the sandbox, without a slash at the end; absent: the address of each request. */
  readonly publicUrl?: string;
  /** The folder of the state over restarts; absent: in memory only. */
  readonly dataDir?: string;
  /** The folder where every request and its response are recorded; absent: they are not. */
  readonly trafficDir?: string;
  /** Successful calls a day for each account and scope at PROVIDER_A. */
  readonly dailyCalls?: number;
  /** Requests an hour for each BUDGETA token. */
  readonly requestsPerHour?: number;
  /** `YYYY-MM-DD`; the bank's newest transaction is of the day before. Absent: the day of the first start. */
  readonly today?: string;
  /** Number of accounts of the bank, the first ones by account id. */
  readonly accounts?: number;
  /** Number of accounts that the budget mirrors; absent for all. */
  readonly mirrorAccounts?: number;
  /** The budget's currency; absent: the budget has no format of a currency, as some of YNAB's have none. */
  readonly budgetCurrency?: string;
  readonly providerSecrets?: readonly ProviderSecret[];
  readonly budgetaToken?: string;
  /** Requests a minute at Google Sheets. */
  readonly sheetsLimits?: MinuteLimits;
  readonly workspaceToken?: string;
  /** Requests a second at Notion, on average. */
  readonly workspacePerSecond?: number;
  readonly budgetaApplication?: OAuthApplication;
  readonly sheetsApplication?: OAuthApplication;
  readonly workspaceApplication?: OAuthApplication;
  readonly providerCKeys?: readonly ProviderCKey[];
  /** Requests a minute for each client of PROVIDER_C. */
  readonly providerCPerMinute?: number;
  /** Milliseconds since the epoch, for tests that move the clock. */
  readonly now?: () => number;
}

/** The sandbox's default credentials, which are valid nowhere else. */
const DEFAULTS = {
  providerA: { secretId: 'sandbox-secret-id', secretKey: 'sandbox-secret-key' },
  providerC: { clientId: 'sandbox-client-id', consumerKey: 'sandbox-consumer-key', kind: 'commercial' },
  budgeta: applicationOf('budgeta'),
  sheets: applicationOf('sheets'),
  workspace: applicationOf('workspace'),
} as const;

export const DEFAULT_PROVIDER_C_PERSONAL_KEY: ProviderCKey = {
  clientId: 'sandbox-personal-client-id',
  consumerKey: 'sandbox-personal-consumer-key',
  kind: 'personal',
};

function applicationOf(company: string): OAuthApplication {
  return { clientId: `sandbox-${company}-client-id`, clientSecret: `sandbox-${company}-client-secret` };
}

/** The credentials that a client needs, by the options or the defaults. */
export function credentialsOf(options: SandboxOptions) {
  return {
    providerA: options.providerSecrets?.[0] ?? DEFAULTS.providerA,
    providerC: options.providerCKeys?.[0] ?? DEFAULTS.providerC,
    sheetsApplication: options.sheetsApplication ?? DEFAULTS.sheets,
    workspace: {
      token: options.workspaceToken ?? 'sandbox-workspace-token',
      application: options.workspaceApplication ?? DEFAULTS.workspace,
    },
    budgeta: {
      token: options.budgetaToken ?? 'sandbox-budgeta-token',
      application: options.budgetaApplication ?? DEFAULTS.budgeta,
    },
  };
}

/** A setting that makes no sense; the message names it. */
export class InvalidSandboxOption extends Error {}

/** Reads the `SANDBOX_…` variables. Throws InvalidSandboxOption. */
export function sandboxOptionsFromEnvironment(environment: NodeJS.ProcessEnv): SandboxOptions {
  const text = (name: string): string | undefined => environment[name] || undefined;
  const count = (name: string): number | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    if (!/^\d+$/.test(value)) throw new InvalidSandboxOption(`${name} must be a whole number`);
    return Number(value);
  };
  const secretId = text('SANDBOX_PROVIDER_SECRET_ID');
  const secretKey = text('SANDBOX_PROVIDER_SECRET_KEY');
  const clientId = text('SANDBOX_PROVIDER_C_CLIENT_ID');
  const consumerKey = text('SANDBOX_PROVIDER_C_CONSUMER_KEY');
  return {
    port: count('SANDBOX_PORT'),
    receiverPort: count('SANDBOX_RECEIVER_PORT'),
    host: text('SANDBOX_HOST'),
    publicUrl: text('SANDBOX_PUBLIC_URL')?.replace(/\/+$/, ''),
    dataDir: text('SANDBOX_DATA_DIR'),
    trafficDir: text('SANDBOX_TRAFFIC_DIR'),
    dailyCalls: count('SANDBOX_DAILY_CALLS'),
    requestsPerHour: count('SANDBOX_REQUESTS_PER_HOUR'),
    today: text('SANDBOX_TODAY'),
    accounts: count('SANDBOX_ACCOUNTS'),
    mirrorAccounts: count('SANDBOX_MIRROR_ACCOUNTS'),
    budgetCurrency: text('SANDBOX_BUDGET_CURRENCY'),
    providerSecrets: secretId && secretKey ? [{ secretId, secretKey }] : undefined,
    budgetaToken: text('SANDBOX_BUDGETA_TOKEN'),
    workspaceToken: text('SANDBOX_WORKSPACE_TOKEN'),
    workspacePerSecond: count('SANDBOX_WORKSPACE_PER_SECOND'),
    providerCKeys: clientId && consumerKey ? [{ clientId, consumerKey, kind: 'commercial' }] : undefined,
    providerCPerMinute: count('SANDBOX_PROVIDER_C_PER_MINUTE'),
  };
}
