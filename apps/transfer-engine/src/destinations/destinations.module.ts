import { DynamicModule, Module } from '@nestjs/common';
import { DESTINATION_TYPES, DestinationType } from '@tributary/contracts';
import { Connector, ConnectorModule, connectorToken } from './connector';
import { ConnectorConfigs, CONNECTORS } from './connectors';
import { Destinations } from './destinations';

const MODULES: { readonly [T in DestinationType]: ConnectorModule<ConnectorConfigs[T]> } = CONNECTORS;

/** Provides all destinations to the modules that send and that connect. */
@Module({})
export class DestinationsModule {
  static register(configs: ConnectorConfigs): DynamicModule {
    const moduleOf = <T extends DestinationType>(type: T) => MODULES[type].register(configs[type]);
    return {
      module: DestinationsModule,
      global: true,
      imports: DESTINATION_TYPES.map(moduleOf),
      providers: [
        {
          provide: Destinations,
          inject: DESTINATION_TYPES.map(connectorToken),
          // Connectors are injected in the order of the types.
          useFactory: (...connectors: Connector<DestinationType>[]) =>
            new Destinations(
              Object.fromEntries(
                connectors.map((connector, index) => [String(DESTINATION_TYPES[index]), connector] as const),
              ),
            ),
        },
      ],
      exports: [Destinations],
    };
  }
}
