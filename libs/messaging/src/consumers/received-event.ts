import { Context } from '@opentelemetry/api';
import {
  checked,
  ContractViolationError,
  EventContract,
  EventPayload,
  findEvent,
} from '@tributary/contracts';
import { createHash } from 'node:crypto';
import { ReceivedMessage } from '../bus-engine';

/** An event as a consumer gets it: its payload fits the contract. */
export interface ReceivedEvent<C extends EventContract = EventContract> {
  /** Id of the event, the same for each delivery. */
  readonly id: string;
  readonly contract: EventContract;
  readonly occurredAt: string;
  readonly payload: EventPayload<C>;
  /** Trace of the event. Pass it on to events that follow from this one. */
  readonly trace: Context;
  /** The index of the one item that was cut out of its message, or -1 for a whole message. */
  readonly item: number;
  readonly message: ReceivedMessage;
}

/**
 * Reads a message of the bus.
 * @throws ContractViolationError if it is not JSON, has an unknown version, or does not fit its contract.
 */
export function readEvent(message: ReceivedMessage, trace: Context, item = -1): ReceivedEvent {
  const envelope = parse(message);
  const contract = findEvent(message.topic, Number(envelope.version));
  if (!contract) {
    throw new ContractViolationError(
      `${message.topic}: version ${String(envelope.version)} is not known here`,
    );
  }
  return {
    id: String(envelope.id),
    contract,
    occurredAt: String(envelope.occurredAt),
    payload: checked(contract.payload, envelope.payload, message.topic),
    trace,
    item,
    message,
  };
}

/** Splits an event into one event for each item of its message. */
export function splitEvent(event: ReceivedEvent): ReceivedEvent[] {
  const member = event.contract.itemsIn;
  if (!member || event.item !== -1) return [event];
  const payload = event.payload as Record<string, unknown>;
  const items = payload[member];
  if (!Array.isArray(items) || items.length < 2) return [event];
  return items.map((value: unknown, item) => ({
    ...event,
    item,
    payload: { ...payload, [member]: [value] },
  }));
}

/** Ids that fit into the dead letters' index; others are ignored, because anybody can write to a topic. */
const STORABLE_ID = /^[\x20-\x7e]{1,200}$/;

/**
 * The id of a message, the same however often it is sent. A message that cannot be read as an event is identified by
 * its content, because its offset changes when it is sent again, and is reused on a bus that starts over.
 */
export function messageIdOf(message: ReceivedMessage): string {
  try {
    const { id } = parse(message);
    if (typeof id === 'string' && STORABLE_ID.test(id)) return id;
  } catch {
    // Unreadable.
  }
  const { topic, key, value } = message;
  return createHash('sha256')
    .update(JSON.stringify([topic, key, value]))
    .digest('hex');
}

function parse(message: ReceivedMessage): Record<string, unknown> {
  try {
    const envelope: unknown = JSON.parse(message.value);
    if (typeof envelope === 'object' && envelope !== null) return envelope as Record<string, unknown>;
  } catch (cause) {
    throw new ContractViolationError(`${message.topic}: the message is not JSON`, { cause });
  }
  throw new ContractViolationError(`${message.topic}: the message is not an object`);
}
