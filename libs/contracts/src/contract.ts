import { Static, TSchema } from '@sinclair/typebox';
import { TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';

/** The five services; also the names of their consumer groups and (with underscores) of their schemas. */
export const SERVICES = [
  'api-gateway',
  'ingestion-sync',
  'rule-engine',
  'transfer-engine',
  'webhook-dispatcher',
] as const;
export type ServiceName = (typeof SERVICES)[number];

/** The public contract of an event: its topic, version, key and payload. Declared once, here. */
export interface EventContract<
  S extends TSchema = TSchema,
  T extends string = string,
  C extends ServiceName = ServiceName,
  P extends ServiceName = ServiceName,
> {
  /** Topic name: entity and past participle. */
  readonly topic: T;
  /** Within a version, only optional members may be added. */
  readonly version: number;
  readonly description: string;
  readonly producer: P;
  /** Services that consume the event: the bus deletes a message only after all of them have consumed it. */
  readonly consumers: readonly C[];
  /** Path of the payload's member that is the message's key: messages of one key stay in order. */
  readonly keyedBy: string;
  readonly payload: S;
  /**
   * Name of the list member with many items in one message. A consumer can move one bad item to the dead letters and
   * store the others. Absent if there is none.
   */
  readonly itemsIn?: string;
  /** A golden sample, valid against the payload and shown in the AsyncAPI document. */
  readonly sample: Static<S>;
  /** Samples of events that one sample cannot show completely. */
  readonly furtherSamples?: readonly Static<S>[];
}

/** A request to one service, with a reply. The topic is `<service>.commands`. */
export interface CommandContract<P extends TSchema = TSchema, R extends TSchema = TSchema> {
  readonly service: ServiceName;
  /** Imperative, such as `update-transfer-link`. */
  readonly name: string;
  readonly description: string;
  readonly payload: P;
  readonly result: R;
  /** Payload and result contain secrets: both are encrypted on the bus and in the stored reply. */
  readonly confidential?: boolean;
  /** The command changes nothing: it may run repeatedly and in parallel, and its reply is not stored. */
  readonly reading?: boolean;
}

export type EventPayload<C extends EventContract> = Static<C['payload']>;
export type CommandPayload<C extends CommandContract> = Static<C['payload']>;
export type CommandResult<C extends CommandContract> = Static<C['result']>;

/** Declares an event; exists for its type inference. */
export function defineEvent<
  S extends TSchema,
  const T extends string,
  const C extends ServiceName,
  const P extends ServiceName,
>(contract: EventContract<S, T, C, P>): EventContract<S, T, C, P> {
  return contract;
}

/** Declares a command; exists for its type inference. */
export function defineCommand<P extends TSchema, R extends TSchema>(
  contract: CommandContract<P, R>,
): CommandContract<P, R> {
  return contract;
}

/** A message that does not fit its contract. Names the path, never the value. */
export class ContractViolationError extends Error {
  override readonly name = 'ContractViolationError';
}

const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>();

function compiledOf(schema: TSchema): TypeCheck<TSchema> {
  let check = compiled.get(schema);
  if (!check) compiled.set(schema, (check = TypeCompiler.Compile(schema)));
  return check;
}

/** Whether a value fits a contract's schema. */
export function matchesSchema<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return compiledOf(schema).Check(value);
}

/**
 * Validates a value against a contract's schema and returns it typed. @throws ContractViolationError naming the first
 * path that does not fit.
 */
export function checked<S extends TSchema>(schema: S, value: unknown, what: string): Static<S> {
  if (matchesSchema(schema, value)) return value;
  const first = compiledOf(schema).Errors(value).First();
  throw new ContractViolationError(
    `${what}: ${first?.path || '/'}: ${first?.message ?? 'does not fit its contract'}`,
  );
}

/** The topic of a service's commands. */
export function commandTopic(service: ServiceName): string {
  return `${service}.commands`;
}
