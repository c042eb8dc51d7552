import { BusTransport } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { OperatorRequestError, OperatorRequestHandler } from './operator-desk';

/**
 * `replay-dead-letters`, with `ids`: passes each to its handler again, in the order of their arrival. One that fails
 * again stays, with the new reason; the others continue.
 */
export function replayDeadLetters(database: Database, bus: BusTransport): OperatorRequestHandler {
  return async ({ parameters, say, signal }) => {
    const ids = idsIn(parameters.ids);
    let failed = 0;
    for (const [index, id] of ids.entries()) {
      if (signal.aborted) break;
      if (!(await replayed(id))) failed += 1;
      await say(`${index + 1} of ${ids.length}`);
    }
    return `${ids.length - failed} replayed, ${failed} failed again`;
  };

  async function replayed(id: number): Promise<boolean> {
    try {
      await bus.replay(id);
      return true;
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'an unknown failure';
      await database.execute('update dead_letters set error = $2, attempts = attempts + 1 where id = $1', [
        id,
        reason,
      ]);
      return false;
    }
  }
}

function idsIn(value: unknown): number[] {
  if (Array.isArray(value) && value.every((id): id is number => Number.isInteger(id))) return value;
  throw new OperatorRequestError('ids must be a list of numbers');
}
