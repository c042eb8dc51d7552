import { Kind, TSchema } from '@sinclair/typebox';
import { DestinationType } from '../destinations/destinations';
import { DestinationResource } from '../documents/transfers/destination.documents';
import * as finance from '../documents/accounts/finance.documents';
import * as health from '../health';
import * as rules from '../documents/rule.documents';
import * as scalars from '../scalars';
import * as transaction from '../documents/transactions/transaction.document';
import * as transfers from '../documents/transfers/transfer.documents';
import * as webhooks from '../documents/webhook.documents';
import * as events from '../events';

export type JsonSchema = Readonly<Record<string, unknown>>;

const documents = {
  ...scalars,
  ...health,
  ...finance,
  ...transaction,
  ...rules,
  DestinationType,
  DestinationResource,
  ...transfers,
  ...webhooks,
};

/** The schemas that have a name in the code: the exported documents, and each event's payload. */
const named: readonly (readonly [string, TSchema])[] = Object.entries<unknown>({ ...documents, ...events })
  .map(([name, value]) => [name, isEvent(value) ? value.payload : value] as const)
  .filter((entry): entry is [string, TSchema] => isSchema(entry[1]));

const nameOf = new Map<unknown, string>(named.map(([name, schema]) => [schema, name]));

/** All named schemas as plain JSON Schema, by name. */
export function namedSchemas(): Record<string, unknown> {
  return Object.fromEntries(named.map(([name, schema]) => [name, membersOf(schema)]));
}

/** A contract's schema as plain JSON Schema, in which everything that has a name is a reference. */
export function toJsonSchema(schema: TSchema): JsonSchema {
  return translate(schema) as JsonSchema;
}

function translate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(translate);
  if (typeof value !== 'object' || value === null) return value;
  const name = nameOf.get(value);
  return name === undefined ? membersOf(value) : { $ref: `#/components/schemas/${name}` };
}

/** A schema without TypeBox's own symbols, with a choice between texts as an enum, which reads better. */
function membersOf(value: object): unknown {
  if ('anyOf' in value && Array.isArray(value.anyOf)) {
    const options: unknown[] = value.anyOf;
    const texts = options.map((option) => textOf(option));
    if (texts.every((text) => text !== null)) return { type: 'string', enum: texts };
  }
  const entries = Object.entries(value) as [string, unknown][];
  return Object.fromEntries(entries.map(([key, member]) => [key, translate(member)]));
}

function textOf(option: unknown): string | null {
  const isConstant = typeof option === 'object' && option !== null && 'const' in option;
  return isConstant && typeof option.const === 'string' ? option.const : null;
}

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null && Kind in value;
}

function isEvent(value: unknown): value is { payload: TSchema } {
  return typeof value === 'object' && value !== null && 'topic' in value && 'payload' in value;
}
