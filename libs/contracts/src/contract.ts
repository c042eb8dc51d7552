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

/** What a consumer may rely on of an event: its topic, version, key and payload. Declared once, here. */
export interface EventContract<
  S extends TSchema = TSchema,
  T extends string = string,
  C extends ServiceName = ServiceName,
> {
  /** Topic name: entity and past participle. */
  readonly topic: T;
  /** Within a version only optional members are added. */
  readonly version: number;
  readonly description: string;
  readonly producer: ServiceName;
  /** The bus keeps every message until each of these has consumed it. */
  readonly consumers: readonly C[];
  /** Path of the payload's member that is the message's key: messages of one key keep their order. */
  readonly keyedBy: string;
  readonly payload: S;
  /**
   * The list member that one message carries many of, if any: it lets a consumer set a single bad
   * item aside and keep its neighbours.
   */
  readonly itemsIn?: string;
  /** A golden sample, valid against the payload and shown in the AsyncAPI document. */
  readonly sample: Static<S>;
  /** Where one sample cannot show all that the event may carry. */
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
  /** Payload and result carry secrets: both are sealed on the bus and in the stored reply. */
  readonly confidential?: boolean;
  /** Changes nothing: it may run again whenever it comes again, beside others, and its answer is not kept. */
  readonly reading?: boolean;
}

export type EventPayload<C extends EventContract> = Static<C['payload']>;
export type CommandPayload<C extends CommandContract> = Static<C['payload']>;
export type CommandResult<C extends CommandContract> = Static<C['result']>;

/** Declares an event; exists for its type inference. */
export function defineEvent<S extends TSchema, const T extends string, const C extends ServiceName>(
  contract: EventContract<S, T, C>,
): EventContract<S, T, C> {
  return contract;
}

/** Declares a command; exists for its type inference. */
export function defineCommand<P extends TSchema, R extends TSchema>(
  contract: CommandContract<P, R>,
): CommandContract<P, R> {
  return contract;
}

/** A message that does not fit its contract. Names the place, never the value. */
export class ContractViolationError extends Error {
  override readonly name = 'ContractViolationError';
}

const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>();

/**
 * Checks a value against a contract's schema and returns it typed.
 * @throws ContractViolationError naming the first place that does not fit.
 */
export function checked<S extends TSchema>(schema: S, value: unknown, what: string): Static<S> {
  let check = compiled.get(schema);
  if (!check) compiled.set(schema, (check = TypeCompiler.Compile(schema)));
  if (check.Check(value)) return value;
  const first = check.Errors(value).First();
  throw new ContractViolationError(
    `${what}: ${first?.path || '/'}: ${first?.message ?? 'does not fit its contract'}`,
  );
}

/** The topic that a service takes its commands from. */
export function commandTopic(service: ServiceName): string {
  return `${service}.commands`;
}
