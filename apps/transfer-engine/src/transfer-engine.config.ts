import { ofEachDestination } from '@tributary/contracts';
import { EnvironmentReader, PlatformConfig } from '@tributary/service';
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
  const destinations = readConnectorConfigs(env);
  const requestMs = ofEachDestination(({ type }) => destinations[type].requestTimeoutMs);
  return { ...platform, destinations, dispatch: readDispatchConfig(env, requestMs) };
}
