import type { Sandbox } from '@tributary/sandbox';

/** Returns the settings of every service of a system in one process, with the sandbox. */
export function systemEnvironment(
  sandbox: Sandbox,
  databaseUrl: string,
  key: string,
): Record<string, string> {
  const { budgeta, providerA, providerC } = sandbox.credentials;
  return {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: key,
    HOST: '127.0.0.1',
    SIGN_UP: 'invitation',
    DATABASE_POOL_SIZE: '5',
    PROVIDER_A_BASE_URL: sandbox.providerAUrl,
    PROVIDER_A_SECRET_ID: providerA.secretId,
    PROVIDER_A_SECRET_KEY: providerA.secretKey,
    PROVIDER_C_BASE_URL: sandbox.providerCUrl,
    PROVIDER_C_CLIENT_ID: providerC.clientId,
    PROVIDER_C_CONSUMER_KEY: providerC.consumerKey,
    SIMPLEFIN_ALLOWED_NETWORKS: '127.0.0.1/32',
    EXCHANGE_RATES_URL: sandbox.exchangeRatesUrl,
    RESHAPE_IDLE_MS: '20',
    BUDGETA_BASE_URL: sandbox.budgetaUrl,
    BUDGETA_OAUTH_URL: sandbox.budgetaOAuthUrl,
    BUDGETA_CLIENT_ID: budgeta.application.clientId,
    BUDGETA_CLIENT_SECRET: budgeta.application.clientSecret,
    BUDGETA_REQUESTS_PER_HOUR: '100000',
    TRANSFER_LINGER_MS: '20',
    TRANSFER_POLL_MS: '20',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
    WEBHOOK_CA_PEM: sandbox.caCertificate,
    LEGACY_TOKENS_UNTIL: '2999-12-31',
  };
}
