import { DestinationType } from '@tributary/contracts';
import { Destination, RowOutcome } from './destination.port';

/** What is known of a kind of destination here. */
export interface DestinationKind {
  readonly destination: Destination;
  /** What a single row that was refused for itself comes to. */
  readonly refusedRow: (reason: string) => RowOutcome;
}

/** The kinds of destination that this service can send to. */
export class Destinations {
  constructor(private readonly kinds: Partial<Record<DestinationType, DestinationKind>>) {}

  of(type: DestinationType): DestinationKind {
    const kind = this.kinds[type];
    if (!kind) throw new Error(`there is no destination of type ${type}, so nothing can point at one`);
    return kind;
  }
}
