import { OnApplicationShutdown } from '@nestjs/common';
import { DestinationType } from '@tributary/contracts';
import { Destination } from './destination.port';

/** The kinds of destination that this service can send to. */
export class Destinations implements OnApplicationShutdown {
  constructor(private readonly kinds: Partial<Record<DestinationType, Destination>>) {}

  of(type: DestinationType): Destination {
    const kind = this.kinds[type];
    if (!kind) throw new Error(`there is no destination of type ${type}, so nothing can point at one`);
    return kind;
  }

  /** The types that there are. */
  get types(): DestinationType[] {
    return Object.keys(this.kinds) as DestinationType[];
  }

  async onApplicationShutdown(): Promise<void> {
    for (const kind of Object.values(this.kinds)) await kind.close?.();
  }
}
