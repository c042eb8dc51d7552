import { Access } from '../../identity/access/access';
import { ModelChange } from '../../model/model-changes';
import { eventIdOf, Position } from './position';
import { changedEvents, isReset } from './shown-changes';

/**
 * The changes as the stream's text; null if the access may know of none. The last event carries the position: a client
 * that has read only a part of them resumes before them.
 */
export function changesText(
  changes: readonly ModelChange[],
  access: Access,
  position: Position,
): Buffer | null {
  if (isReset(changes)) return resetText(position);
  const events = changedEvents(changes, access);
  if (events.length === 0) return null;
  const blocks = events.map((event) => `event: changed\ndata: ${JSON.stringify(event)}\n`);
  return Buffer.from(`${blocks.join('\n')}id: ${eventIdOf(position)}\n\n`);
}

/** Everything may have changed. */
export function resetText(position: Position): Buffer {
  return Buffer.from(`event: reset\ndata: {}\nid: ${eventIdOf(position)}\n\n`);
}

/** Where the client is, and that the stream lives. It is no event. */
export function heartbeatText(position: Position): Buffer {
  return Buffer.from(`:\nid: ${eventIdOf(position)}\n\n`);
}

/** After how long the client connects again. @param retryMs differs between clients, which do not all come at once */
export function beginningText(position: Position, retryMs: number): Buffer {
  return Buffer.from(`retry: ${retryMs}\nid: ${eventIdOf(position)}\n\n`);
}
