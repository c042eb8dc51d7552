import { BusTransport, noteFailedReplay } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { OperatorRequestError, OperatorRequestHandler } from './operator-desk';

/**
 * `replay-dead-letters`: passes each of `ids` to its handler again, in the order of their arrival. A letter that fails
 * again stays, with the new reason; the others continue.
 */
export function replayDeadLetters(database: Database, bus: BusTransport): OperatorRequestHandler {
  return async ({ parameters, report, signal }) => {
    const ids = idsIn(parameters.ids);
    let failed = 0;
    for (const [index, id] of ids.entries()) {
      if (signal.aborted) break;
      if (!(await replayed(id))) failed += 1;
      await report(`${index + 1} of ${ids.length}`);
    }
    return `${ids.length - failed} replayed, ${failed} failed again`;
  };

  async function replayed(id: number): Promise<boolean> {
    try {
      await bus.replay(id);
      return true;
    } catch (error) {
      await noteFailedReplay(database, id, error);
      return false;
    }
  }
}

function idsIn(value: unknown): number[] {
  if (Array.isArray(value) && value.every((id): id is number => Number.isInteger(id))) return value;
  throw new OperatorRequestError('ids must be a list of numbers');
}
