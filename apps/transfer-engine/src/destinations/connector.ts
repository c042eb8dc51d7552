import { DynamicModule, Type } from '@nestjs/common';
import { DestinationType } from '@tributary/contracts';
import { DatabaseClock } from '@tributary/messaging';
import { EnvironmentReader } from '@tributary/service';
import { DestinationDirectory } from './destination-directory.port';
import { Destination } from './destination.port';

/** The two ports that a destination type implements. */
export interface Connector<T extends DestinationType> {
  readonly destination: Destination;
  readonly directory: DestinationDirectory<T>;
}

/** The settings that every connector has. */
export interface ConnectorConfig {
  readonly requestTimeoutMs: number;
}

/** A connector's Nest module. */
export interface ConnectorModule<C extends ConnectorConfig> {
  readConfig(env: EnvironmentReader): C;
  register(config: C): DynamicModule;
}

/** The injection token of a connector. */
export function connectorToken(type: DestinationType): string {
  return `connector ${type}`;
}

/** Builds the Nest module that provides the connector made by `make`. */
export function connectorModule<T extends DestinationType>(
  module: Type,
  type: T,
  make: (clock: DatabaseClock) => Connector<T>,
): DynamicModule {
  const provide = connectorToken(type);
  return {
    module,
    providers: [{ provide, inject: [DatabaseClock], useFactory: make }],
    exports: [provide],
  };
}
