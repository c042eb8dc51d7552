import { Controller, Type } from '@nestjs/common';
import { EventContract, REPLAYED, ReplayingService } from '@tributary/contracts';
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { writeModel } from './model-writes';
import { Projection } from './project';
import { PROJECTED } from './projections';
import { ReplayedEvent, storeReplayed } from './rebuild/replayed-events';

/** One consumer for each row of the table of projections, and one for each owner that replays its state in a rebuild. */
export const QUERY_MODEL_CONSUMERS: readonly Type[] = [
  ...PROJECTED.map(({ contract, project }) => liveConsumer(contract, project)),
  ...(Object.keys(REPLAYED) as ReplayingService[]).map(replayConsumer),
];

function liveConsumer(contract: EventContract, project: Projection): Type {
  @Controller()
  class LiveConsumer {
    @OnEvent(contract)
    store(events: readonly ReceivedEvent[], tx: Tx): Promise<void> {
      return writeModel(tx, (model) => project(model, events));
    }
  }
  return LiveConsumer;
}

function replayConsumer(owner: ReplayingService): Type {
  @Controller()
  class ReplayConsumer {
    @OnEvent(REPLAYED[owner])
    store(events: readonly ReplayedEvent[], tx: Tx): Promise<void> {
      return storeReplayed(tx, owner, events);
    }
  }
  return ReplayConsumer;
}
