import { DESTINATION_TYPES } from '@tributary/contracts';
import { ConfigurationError, EnvironmentReader, PlatformConfig } from '@tributary/service';
import { ConnectorConfigs, readConnectorConfigs } from './destinations/connectors';
import { DispatchConfig, readDispatchConfig } from './transfers/dispatch/dispatch-config';

export interface TransferEngineConfig extends PlatformConfig {
  readonly destinations: ConnectorConfigs;
  readonly dispatch: DispatchConfig;
}

/** Reads the service's own settings; the caller then checks the reader. @throws ConfigurationError */
export function readTransferEngineConfig(
  platform: PlatformConfig,
  env: EnvironmentReader,
): TransferEngineConfig {
  const config = {
    ...platform,
    destinations: readConnectorConfigs(env),
    dispatch: readDispatchConfig(env),
  };
  checkLease(config);
  return config;
}

/** A request that lasts longer than the lease could be made by two at once. @throws ConfigurationError */
function checkLease({ dispatch, destinations }: TransferEngineConfig): void {
  const tooLong = DESTINATION_TYPES.find((type) => dispatch.leaseMs <= destinations[type].requestTimeoutMs);
  if (!tooLong) return;
  throw new ConfigurationError(
    `transfer-engine cannot start:\n  - TRANSFER_LEASE_MS must be more than ${tooLong}_REQUEST_TIMEOUT_MS`,
  );
}
