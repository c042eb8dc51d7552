import { OnApplicationShutdown } from '@nestjs/common';
import { DestinationType, Problem } from '@tributary/contracts';
import { boundedDirectory } from './bounded-directory';
import { Connector } from './connector';
import { DestinationDirectory } from './destination-directory.port';
import { Destination } from './destination.port';

type Sides = Pick<Connector<DestinationType>, 'destination'> & Partial<Connector<DestinationType>>;

/** The destination types that this service can send to. */
export class Destinations implements OnApplicationShutdown {
  constructor(private readonly connectors: Partial<Record<DestinationType, Sides>>) {}

  of(type: DestinationType): Destination {
    const connector = this.connectors[type];
    if (!connector) throw new Error(`there is no destination of type ${type}, so nothing can point at one`);
    return connector.destination;
  }

  /** The directory of a type. @throws Problem if this installation does not offer it */
  directoryOf(type: DestinationType): DestinationDirectory {
    const directory = this.connectors[type]?.directory;
    if (!directory) throw Problem.conflict(`${type} is not set up in this installation.`);
    return boundedDirectory(directory);
  }

  /** The types that this installation has. */
  get types(): DestinationType[] {
    return Object.keys(this.connectors) as DestinationType[];
  }

  async onApplicationShutdown(): Promise<void> {
    for (const { destination } of Object.values(this.connectors)) await destination.close?.();
  }
}
