import { EnvironmentReader, readPlatformConfig } from '@tributary/service';
import { readTransferEngineConfig, TransferEngineConfig } from '@tributary/transfer-engine';

/** The service's settings as they ship, but for an allowance that no bench uses up. */
export function transferEngineConfig(
  databaseUrl: string,
  budgetsUrl: string,
  encryptionKey: string,
): TransferEngineConfig {
  const env = new EnvironmentReader({
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: encryptionKey,
    PORT: '0',
    HOST: '127.0.0.1',
    BUDGETA_BASE_URL: budgetsUrl,
    BUDGETA_REQUESTS_PER_HOUR: '1000000',
  });
  const config = readTransferEngineConfig(readPlatformConfig('transfer-engine', env), env);
  env.check('transfer-engine');
  return config;
}
