import { DynamicModule, Type } from '@nestjs/common';
import { DestinationType } from '@tributary/contracts';
import { DatabaseClock } from '@tributary/messaging';
import { EnvironmentReader } from '@tributary/service';
import { DestinationDirectory } from './destination-directory.port';
import { Destination } from './destination.port';

/** The two sides of a kind of destination. */
export interface Connector<T extends DestinationType> {
  readonly destination: Destination;
  readonly directory: DestinationDirectory<T>;
}

/** What every connector's settings have. */
export interface ConnectorConfig {
  readonly requestTimeoutMs: number;
}

/** A connector's Nest module. */
export interface ConnectorModule<C extends ConnectorConfig> {
  readConfig(env: EnvironmentReader): C;
  register(config: C): DynamicModule;
}

/** What a connector's module provides under. */
export function connectorToken(type: DestinationType): string {
  return `connector ${type}`;
}

/** The module of a connector that is made by `make`. */
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
