import { COMMAND_HEADER_NAMES, COMMAND_HEADERS } from '../command-headers';
import { CommandContract } from '../contract';
import { FORMER_COMMANDS } from '../former-commands';
import { hasFormerNames } from '../former-names';
import { toJsonSchema } from './json-schemas';

/** The format of a member with text that only the services can decrypt. */
const SEALED = {
  type: 'object',
  required: ['sealed'],
  properties: {
    sealed: {
      type: 'string',
      description: 'AES-256-GCM under the key that the gateway shares with the one service',
    },
  },
};

const FORMER_NAMES =
  'Read with these names or with those of the release before, which are in camelCase (`transferLinkId`); written with ' +
  'the former ones until the next release.';

/** The format of a command on the bus. */
export function requestMessage(command: CommandContract): object {
  return {
    name: command.name,
    title: command.name,
    summary: command.description,
    ...describedFormer(command),
    headers: { $ref: '#/components/schemas/CommandHeaders' },
    correlationId: { location: '$message.header#/correlation-id' },
    bindings: { kafka: { key: { type: 'string', description: 'id of the entity that it is about' } } },
    ...payloadOf(command, toJsonSchema(command.payload)),
  };
}

/** Describes the commands of the release before that a command replaces. */
function describedFormer(command: CommandContract): { description?: string } {
  const names = FORMER_COMMANDS.filter(({ present }) => present === command).map(
    ({ contract }) => `\`${contract.name}\``,
  );
  const replaced = `Replaces ${names.join(', ')}, which are read too, and written until the next release.`;
  const said = [
    ...(hasFormerNames(command.payload) ? [FORMER_NAMES] : []),
    ...(names.length > 0 ? [replaced] : []),
  ];
  return said.length > 0 ? { description: said.join(' ') } : {};
}

export function replyMessage(command: CommandContract): object {
  const ok = {
    type: 'object',
    required: ['ok', 'result'],
    properties: { ok: { const: true }, result: toJsonSchema(command.result) },
  };
  return {
    name: `${command.name}.reply`,
    title: `Answer to ${command.name}`,
    headers: { $ref: '#/components/schemas/ReplyHeaders' },
    correlationId: { location: '$message.header#/correlation-id' },
    bindings: { kafka: { key: { type: 'string', description: 'the asking instance' } } },
    ...payloadOf(command, { oneOf: [ok, { $ref: '#/components/schemas/Refusal' }] }),
  };
}

/** Confidential content is encrypted before it is published; the document also shows the content. */
function payloadOf(command: CommandContract, content: object): object {
  return command.confidential ? { payload: SEALED, 'x-sealed-content': content } : { payload: content };
}

const text = (description: string): object => ({ type: 'string', description });

/** The schemas that all commands and replies share. */
export const COMMAND_SCHEMAS = {
  CommandHeaders: {
    type: 'object',
    required: [...COMMAND_HEADER_NAMES, 'signature'],
    properties: {
      ...Object.fromEntries(Object.entries(COMMAND_HEADERS).map(([name, said]) => [name, text(said)])),
      signature: text('of the gateway: Ed25519 over the topic, the key, the headers above and the payload'),
      traceparent: text('W3C trace context'),
    },
  },
  ReplyHeaders: {
    type: 'object',
    required: ['correlation-id', 'reply-instance'],
    properties: { 'correlation-id': { type: 'string' }, 'reply-instance': { type: 'string' } },
  },
  Refusal: {
    type: 'object',
    required: ['ok', 'problem'],
    properties: {
      ok: { const: false },
      problem: {
        type: 'object',
        required: ['kind'],
        properties: {
          kind: { enum: ['not_found', 'invalid', 'conflict', 'plan_limit', 'upstream', 'failed'] },
          errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
          message: { type: 'string' },
          feature: { type: 'string' },
          current: { type: 'integer' },
          limit: { type: 'integer' },
          retryAfterMs: { type: ['integer', 'null'] },
        },
      },
    },
  },
};
