import { commandTopic, CommandContract, EventContract, ServiceName, SERVICES } from './contract';
import * as commands from './commands';
import * as events from './events';

type KnownEvent = Extract<(typeof events)[keyof typeof events], EventContract>;

/** The events that a service consumes: a table over them must have all of them to compile. */
export type EventConsumedBy<
  S extends ServiceName,
  E extends EventContract = KnownEvent,
> = E extends EventContract ? (S extends E['consumers'][number] ? E : never) : never;

/** Every event, by topic. */
export const EVENTS: readonly EventContract[] = Object.values<unknown>(events).filter(isEventContract);

/** Every command. */
export const COMMANDS: readonly CommandContract[] = [
  ...Object.values<unknown>(commands).filter(isCommandContract),
  ...commands.administrationCommands(),
];

/** The services that run commands. */
export const COMMANDED = SERVICES.filter((service) =>
  COMMANDS.some((command) => command.service === service),
);

/** The only service that sends commands. */
export const COMMANDING: ServiceName = 'api-gateway';

/** A topic of the bus, with the services that must have consumed a message before it may be deleted. */
export interface Topic {
  readonly name: string;
  readonly consumerGroups: readonly string[];
}

/** All topics of the system: a deployment creates them, and the in-process engine stores messages by them. */
export function topics(): Topic[] {
  const eventTopics = EVENTS.map((event) => ({ name: event.topic, consumerGroups: [...event.consumers] }));
  const commandTopics = COMMANDED.map((service) => ({
    name: commandTopic(service),
    consumerGroups: [commandGroup(service)],
  }));
  return [...eventTopics, ...commandTopics];
}

/** Commands have their own consumer group, so that events never delay a command. */
export function commandGroup(service: ServiceName): string {
  return `${service}.commands`;
}

/** The contract of a topic and version, or undefined where this build does not know it. */
export function findEvent(topic: string, version: number): EventContract | undefined {
  return EVENTS.find((event) => event.topic === topic && event.version === version);
}

function isEventContract(value: unknown): value is EventContract {
  return typeof value === 'object' && value !== null && 'topic' in value && 'producer' in value;
}

function isCommandContract(value: unknown): value is CommandContract {
  return typeof value === 'object' && value !== null && 'service' in value && 'result' in value;
}
