import { COMMANDS, EVENTS } from '../catalogue';
import { CommandContract, commandTopic, EventContract, ServiceName, SERVICES } from '../contract';
import { SAMPLE_TIME } from '../documents/samples';
import { COMMAND_SCHEMAS, replyMessage, requestMessage } from './command-messages';
import { namedSchemas, toJsonSchema } from './json-schemas';

const REPLIES = 'replies';

/** The AsyncAPI 3.0 document of the bus, made from the contracts: every topic, message, producer and consumer. */
export function asyncApiDocument(): Record<string, unknown> {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Tributary bus',
      version: '1.0.0',
      description:
        'Events and commands between the services. Delivery is at least once and in order per key; ' +
        'within a version only optional members are added. Generated from libs/contracts by `npm run docs`.',
    },
    defaultContentType: 'application/json',
    channels: { ...eventChannels(), ...commandChannels(), [REPLIES]: replyChannel() },
    operations: { ...eventOperations(), ...commandOperations() },
    components: {
      messages: { ...eventMessages(), ...commandMessages() },
      schemas: { ...COMMAND_SCHEMAS, ...namedSchemas() },
    },
  };
}

function eventChannels(): Record<string, object> {
  return byKey(EVENTS, (event) => [
    event.topic,
    { address: event.topic, description: event.description, messages: messageRefs([messageName(event)]) },
  ]);
}

function eventOperations(): Record<string, object> {
  return Object.assign({}, ...EVENTS.map(operationsOf)) as Record<string, object>;
}

/** Operations of an event: one for the producer, and one for each consumer. */
function operationsOf(event: EventContract): Record<string, object> {
  const channel = { $ref: `#/channels/${event.topic}` };
  const takes = event.consumers.map((service) => [
    `${service}.takes.${event.topic}`,
    { action: 'receive', channel, tags: [{ name: service }], bindings: groupOf(service) },
  ]);
  return {
    [`${event.producer}.publishes.${event.topic}`]: {
      action: 'send',
      channel,
      tags: [{ name: event.producer }],
    },
    ...(Object.fromEntries(takes) as Record<string, object>),
  };
}

function groupOf(group: string): object {
  return { kafka: { groupId: { type: 'string', const: group } } };
}

function eventMessages(): Record<string, object> {
  return byKey(EVENTS, (event) => [
    messageName(event),
    {
      name: messageName(event),
      title: `${event.topic} v${event.version}`,
      summary: event.description,
      headers: { type: 'object', properties: { traceparent: { type: 'string' } } },
      bindings: {
        kafka: { key: { type: 'string', description: `payload.${event.keyedBy}, as decimal text` } },
      },
      payload: envelopeOf(event),
      examples: samplesOf(event).map(([name, sample]) => ({ name, payload: sampleMessage(event, sample) })),
    },
  ]);
}

/** The envelope of every event. */
function envelopeOf(event: EventContract): object {
  return {
    type: 'object',
    required: ['id', 'type', 'version', 'occurredAt', 'payload'],
    properties: {
      id: { type: 'string', description: 'the same however often it is delivered' },
      type: { const: event.topic },
      version: { const: event.version },
      occurredAt: { $ref: '#/components/schemas/IsoTime' },
      payload: toJsonSchema(event.payload),
    },
  };
}

/** Samples of an event by name; events that one sample cannot show have several. */
function samplesOf({ sample, furtherSamples = [] }: EventContract): [name: string, sample: unknown][] {
  return [sample, ...furtherSamples].map((one, index) => [
    index === 0 ? 'golden' : `golden-${index + 1}`,
    one,
  ]);
}

function sampleMessage({ topic, version }: EventContract, sample: unknown): object {
  const id = '0b5a3c1e-6d0f-4b7e-9a55-2f6f0d6d3a10';
  return { id, type: topic, version, occurredAt: SAMPLE_TIME, payload: sample as object };
}

function commandChannels(): Record<string, object> {
  return byKey(servicesWithCommands(), (service) => [
    commandTopic(service),
    {
      address: commandTopic(service),
      description: `Commands to ${service}.`,
      messages: messageRefs(commandsOf(service).map(({ name }) => name)),
    },
  ]);
}

function replyChannel(): object {
  return {
    address: REPLIES,
    description: 'Answers to commands; each asking instance reads one partition, in a group of its own.',
    messages: messageRefs(COMMANDS.map(replyName)),
  };
}

function commandOperations(): Record<string, object> {
  return byKey(COMMANDS, (command) => {
    const topic = commandTopic(command.service);
    const operation = {
      action: 'receive',
      channel: { $ref: `#/channels/${topic}` },
      messages: [{ $ref: `#/channels/${topic}/messages/${command.name}` }],
      tags: [{ name: command.service }],
      bindings: groupOf(topic),
      reply: {
        channel: { $ref: `#/channels/${REPLIES}` },
        messages: [{ $ref: `#/channels/${REPLIES}/messages/${replyName(command)}` }],
      },
    };
    return [`${command.service}.answers.${command.name}`, operation];
  });
}

function commandMessages(): Record<string, object> {
  return {
    ...byKey(COMMANDS, (command) => [command.name, requestMessage(command)]),
    ...byKey(COMMANDS, (command) => [replyName(command), replyMessage(command)]),
  };
}

function servicesWithCommands(): ServiceName[] {
  return SERVICES.filter((service) => commandsOf(service).length > 0);
}

function commandsOf(service: ServiceName): CommandContract[] {
  return COMMANDS.filter((command) => command.service === service);
}

function messageName(event: EventContract): string {
  return `${event.topic}.v${event.version}`;
}

function replyName(command: CommandContract): string {
  return `${command.name}.reply`;
}

function messageRefs(names: readonly string[]): Record<string, object> {
  return byKey(names, (name) => [name, { $ref: `#/components/messages/${name}` }]);
}

function byKey<T>(items: readonly T[], entry: (item: T) => [string, object]): Record<string, object> {
  return Object.fromEntries(items.map(entry));
}
