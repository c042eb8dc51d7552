import { DynamicModule, Module } from '@nestjs/common';
import { DESTINATION_TYPES, DestinationType } from '@tributary/contracts';
import { Connector, ConnectorModule, connectorToken } from './connector';
import { ConnectorConfigs, CONNECTORS } from './connectors';
import { Destinations } from './destinations';
import { Directories } from './directories';

type AnyConnector = Connector<DestinationType>;

const MODULES: { readonly [T in DestinationType]: ConnectorModule<ConnectorConfigs[T]> } = CONNECTORS;
const TOKENS = DESTINATION_TYPES.map(connectorToken);

/** The destinations that there are, for those who send and for those who connect. */
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
          inject: TOKENS,
          useFactory: (...all: AnyConnector[]) => new Destinations(sides(all, 'destination')),
        },
        {
          provide: Directories,
          inject: TOKENS,
          useFactory: (...all: AnyConnector[]) => new Directories(sides(all, 'directory')),
        },
      ],
      exports: [Destinations, Directories],
    };
  }
}

/** One side of each, by type; connectors come in the order of the types. */
function sides<S extends keyof AnyConnector>(connectors: readonly AnyConnector[], side: S) {
  const sided = DESTINATION_TYPES.map((type, place) => [type, connectors[place]?.[side]] as const);
  return Object.fromEntries(sided) as Record<DestinationType, AnyConnector[S]>;
}
