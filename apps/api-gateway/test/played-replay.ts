import { EventPayload, IngestionSyncRestatedV1, REPLAYED, ReplayingService } from '@tributary/contracts';
import { FilledEvent } from './contract/filled-events';
import { GatewayUnderTest } from './gateway-under-test';

export const OWNERS = Object.keys(REPLAYED) as readonly ReplayingService[];

type Message = EventPayload<typeof IngestionSyncRestatedV1>;

/** When the state that played owners replay last changed. */
const CHANGED_AT = '2025-01-01T00:00:00.000Z';

/** The owners' side of a rebuild, played by a test: each replays its events, then sends the last message. */
export class PlayedReplay {
  constructor(
    private readonly gateway: GatewayUnderTest,
    private readonly rebuildId: number,
  ) {}

  /** Replays them, each owner its own, to the end. */
  async replay(events: readonly FilledEvent[], owners = OWNERS): Promise<void> {
    for (const service of owners) {
      for (const message of this.messagesOf(service, events)) await this.send(service, message);
    }
  }

  /** Replays them but never sends the last message. */
  async replaySome(events: readonly FilledEvent[]): Promise<void> {
    for (const service of OWNERS) {
      for (const message of this.messagesOf(service, events).slice(0, -1)) await this.send(service, message);
    }
  }

  /** The last of them says how many there are. */
  messagesOf(service: ReplayingService, events: readonly FilledEvent[]): Message[] {
    const own = events.filter(({ contract }) => contract.producer === service);
    const rows = (told: number) => ({ told, total: own.length });
    return [
      ...own.map(({ contract: { topic, version }, key, payload }, index) => ({
        rebuildId: this.rebuildId,
        key,
        message: index + 1,
        told: { topic, version, occurredAt: CHANGED_AT, payload },
        rows: rows(index + 1),
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

  send(service: ReplayingService, message: Message): Promise<void> {
    return this.gateway.publish(REPLAYED[service], message.key, message);
  }
}
