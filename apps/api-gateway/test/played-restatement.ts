import { EventPayload, IngestionSyncRestatedV1, RESTATED, RestatingService } from '@tributary/contracts';
import { FilledEvent } from './contract/filled-events';
import { GatewayUnderTest } from './gateway-under-test';

export const OWNERS = Object.keys(RESTATED) as readonly RestatingService[];

type Message = EventPayload<typeof IngestionSyncRestatedV1>;

/** When played owners say that what they tell again was last changed. */
const CHANGED_AT = '2025-01-01T00:00:00.000Z';

/** The owners' side of a rebuild, played by a test: each tells its events again, and then that it was all. */
export class PlayedRestatement {
  constructor(
    private readonly gateway: GatewayUnderTest,
    private readonly rebuildId: number,
  ) {}

  /** Tells them, each owner its own, and then that it was all. */
  async tell(events: readonly FilledEvent[], owners = OWNERS): Promise<void> {
    for (const service of owners) {
      for (const message of this.messagesOf(service, events)) await this.send(service, message);
    }
  }

  /** A part of what there is, and no end. */
  async tellSome(events: readonly FilledEvent[]): Promise<void> {
    for (const service of OWNERS) {
      for (const message of this.messagesOf(service, events).slice(0, -1)) await this.send(service, message);
    }
  }

  /** The last of them says how many there are. */
  messagesOf(service: RestatingService, events: readonly FilledEvent[]): Message[] {
    const own = events.filter(({ contract }) => contract.producer === service);
    const rows = (told: number) => ({ told, total: own.length });
    return [
      ...own.map(({ contract: { topic, version }, key, payload }, place) => ({
        rebuildId: this.rebuildId,
        key,
        message: place + 1,
        told: { topic, version, occurredAt: CHANGED_AT, payload },
        rows: rows(place + 1),
      })),
      {
        rebuildId: this.rebuildId,
        key: this.rebuildId,
        message: own.length + 1,
        told: null,
        rows: rows(own.length),
      },
    ];
  }

  send(service: RestatingService, message: Message): Promise<void> {
    return this.gateway.publish(RESTATED[service], message.key, message);
  }
}
