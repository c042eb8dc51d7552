import {
  Caller,
  NO_USER,
  checked,
  CommandContract,
  CommandPayload,
  ContractViolationError,
  matchesSchema,
  FORMER_COMMANDS,
  FormerCommand,
  Problem,
  withPresentNames,
} from '@tributary/contracts';
import {
  backoff,
  isTransient,
  Queryable,
  RequestOverError,
  StatementScope,
  Tx,
} from '@tributary/persistence';
import { context } from '@opentelemetry/api';
import { Batch, BusEngine, MessageTooLargeError, ReceivedMessage } from '../bus-engine';
import { Clock, systemClock } from '../clock';
import { UnitOfWork } from '../consumers/event-processor';
import { reachFaultPoint } from '../fault-points';
import { startConsumerSpan } from '../tracing';
import { CommandsUnderWay } from './commands-under-way';
import { Reply } from './problem-codec';
import { admit, CommandUnderWayError, DeadlinePassedError, keepReply } from './processed-commands';
import { CommandSealing } from './sealing';
import { CommandHeaders, CommandVerification, UnsignedCommandError } from './signing';

const BACKOFF = { firstMs: 50, factor: 2, maxMs: 1000, jitter: 0 };

/** A command as its owner gets it. */
export interface ReceivedCommand<C extends CommandContract = CommandContract> {
  readonly id: string;
  readonly caller: Caller;
  readonly payload: CommandPayload<C>;
}

/** Saves a command's effects and its reply in one transaction. */
export type Commit = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Runs a command; the result of its `commit` is the reply. */
export type CommandHandler = (command: ReceivedCommand, commit: Commit) => Promise<unknown>;

export interface RegisteredCommand {
  readonly contract: CommandContract;
  /** The command calls another company before it commits: the effects of the call are saved even after the deadline. */
  readonly callsOut: boolean;
  readonly handle: CommandHandler;
  /** Translates between the contract, which is of 0.2, and the handler's. */
  readonly former?: FormerCommand;
}

/** A command of the gateway, as it was received. */
interface SignedCommand {
  readonly headers: CommandHeaders;
  readonly trace: ReceivedMessage['headers'];
  readonly value: string;
}

export interface CommandServerOptions {
  /** Time limit of a command's statement; after it the statement is cancelled. */
  readonly statementTimeoutMs?: number;
  /** Called with failures that were handled. */
  readonly onFailure: (error: unknown) => void;
}

interface Parts {
  readonly registered: RegisteredCommand;
  readonly command: ReceivedCommand;
  readonly requestHash: string;
  readonly deadline: number;
}

/**
 * Runs a service's commands: only the gateway's, each at most once, none after its deadline. Each gets a reply; a
 * repeated command gets its first reply.
 */
export class CommandServer {
  private readonly underWay: CommandsUnderWay;
  private readonly former: ReadonlyMap<string, RegisteredCommand>;

  constructor(
    private readonly commands: ReadonlyMap<string, RegisteredCommand>,
    private readonly database: UnitOfWork & Queryable,
    private readonly engine: BusEngine,
    private readonly sealing: CommandSealing,
    private readonly verification: CommandVerification,
    private readonly options: CommandServerOptions,
    private readonly clock: Clock = systemClock,
  ) {
    this.former = formerOf(commands);
    this.underWay = new CommandsUnderWay((message, batch) => this.taken(message, batch), clock);
  }

  /** Runs a batch. Commands of one entity run in order, commands of different entities in parallel, also across batches. */
  process(batch: Batch): Promise<void> {
    return this.underWay.process(batch);
  }

  /** Resolves when the slow commands have ended for which the bus does not wait any more. */
  ended(): Promise<void> {
    return this.underWay.ended();
  }

  private async taken(message: ReceivedMessage, batch: Batch): Promise<void> {
    const signed = this.signedOr(message);
    if (signed) await this.take(signed, batch);
  }

  /** Only the gateway gets replies, because the address of the reply is a header, too. */
  private signedOr(message: ReceivedMessage): SignedCommand | null {
    try {
      const headers = this.verification.verified(message);
      return { headers, trace: message.headers, value: message.value };
    } catch (error) {
      if (!(error instanceof UnsignedCommandError)) throw error;
      this.options.onFailure(error);
      return null;
    }
  }

  private async take(message: SignedCommand, batch: Batch): Promise<void> {
    const { span, trace } = startConsumerSpan(`command ${message.headers.command}`, message.trace);
    try {
      const reply = await context.with(trace, () => this.answer(message, batch));
      if (reply !== null) await this.sendOrSayThatItFailed(reply, message);
    } finally {
      span.end();
    }
  }

  /** The reply; null if its caller no longer waits. */
  private async answer(message: SignedCommand, batch: Batch): Promise<unknown> {
    for (let attempt = 1; !batch.isStale(); attempt += 1) {
      try {
        const scope = new StatementScope(this.options.statementTimeoutMs);
        return await scope.run(() => this.attempt(message, scope));
      } catch (error) {
        if (error instanceof DeadlinePassedError || error instanceof RequestOverError) return null;
        if (error instanceof CommandUnderWayError) continue;
        this.options.onFailure(error);
        if (!isTransient(error)) return this.seal(message, { ok: false, problem: { kind: 'failed' } });
        await this.clock.sleep(backoff(attempt, BACKOFF));
      }
    }
    return null;
  }

  private async attempt(message: SignedCommand, scope: StatementScope): Promise<unknown> {
    const parts = this.read(message);
    const { registered, command, requestHash, deadline } = parts;
    scope.userId = command.caller.userId;
    let timer: NodeJS.Timeout | undefined;
    try {
      const admitted = await admit(this.database, { commandId: command.id, requestHash, deadline });
      if ('reply' in admitted) return admitted.reply; // encrypted, if the command was
      if (!registered.callsOut) timer = setTimeout(() => scope.end(), admitted.leftMs);
      return await this.run(registered, command, requestHash);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return this.seal(message, { ok: false, problem: error.detail });
    } finally {
      clearTimeout(timer);
    }
  }

  private async run(
    registered: RegisteredCommand,
    command: ReceivedCommand,
    requestHash: string,
  ): Promise<unknown> {
    let answer: unknown = null;
    const { contract, former } = registered;
    const commit: Commit = (work) =>
      this.database.transaction(async (tx) => {
        const result = await work(tx);
        const replied = former ? former.replied(result) : result;
        const valid: unknown = checked(contract.result, replied, 'the result');
        const reply: Reply = { ok: true, result: valid };
        answer = this.sealing.seal(contract, reply, command.id);
        if (!contract.reading) {
          const { id, caller } = command;
          await keepReply(tx, { commandId: id, requestHash, userId: caller.userId }, answer as Reply);
        }
        return result;
      });
    await registered.handle(command, commit);
    reachFaultPoint('command.committed');
    if (answer === null) throw new Error(`${contract.name} ended without a commit`);
    return answer;
  }

  private read({ headers, value }: SignedCommand): Parts {
    const known = this.known(headers.command);
    if (!known) throw new ContractViolationError(`the command ${headers.command} is not known here`);
    const id = headers['command-id'];
    const sent = this.sealing.open(known.contract, JSON.parse(value), id);
    const registered = this.asSent(known, sent);
    const { contract, former } = registered;
    const payload = checked(contract.payload, withPresentNames(contract.payload, sent), contract.name);
    return {
      registered,
      command: {
        id,
        // Members that an older gateway did not send were not granted.
        caller: { ...NO_USER, ...(JSON.parse(headers.caller) as Partial<Caller>) },
        payload: former ? former.read(payload) : payload,
      },
      requestHash: headers['request-hash'],
      deadline: Number(headers.deadline),
    };
  }

  private known(name: string): RegisteredCommand | undefined {
    return this.commands.get(name) ?? this.former.get(name);
  }

  /** The former command of the same name, where the payload is not the present one's. */
  private asSent(known: RegisteredCommand, sent: unknown): RegisteredCommand {
    const { name, payload } = known.contract;
    const former = this.former.get(name);
    return former && !matchesSchema(payload, withPresentNames(payload, sent)) ? former : known;
  }

  private seal({ headers }: SignedCommand, reply: Reply): unknown {
    const registered = this.known(headers.command);
    return registered ? this.sealing.seal(registered.contract, reply, headers['command-id']) : reply;
  }

  /**
   * Replaces a reply that is too large to send by a failure; else it would be retried for ever, and block all commands
   * behind it.
   */
  private async sendOrSayThatItFailed(reply: unknown, message: SignedCommand): Promise<void> {
    try {
      await this.send(reply, message);
    } catch (error) {
      if (!(error instanceof MessageTooLargeError)) throw error;
      this.options.onFailure(error);
      await this.send(this.seal(message, { ok: false, problem: { kind: 'failed' } }), message);
    }
  }

  private async send(reply: unknown, { headers }: SignedCommand): Promise<void> {
    await this.engine.publish([
      {
        topic: headers['reply-topic'],
        key: headers['reply-instance'],
        partition: Number(headers['reply-partition']),
        value: JSON.stringify(reply),
        headers: {
          'correlation-id': headers['correlation-id'],
          'reply-instance': headers['reply-instance'],
        },
      },
    ]);
  }
}

/** The commands of 0.2 that these replaced, by their names. */
function formerOf(commands: ReadonlyMap<string, RegisteredCommand>): ReadonlyMap<string, RegisteredCommand> {
  const all = new Map<string, RegisteredCommand>();
  for (const former of FORMER_COMMANDS) {
    const present = commands.get(former.present.name);
    if (present?.contract !== former.present) continue;
    all.set(former.contract.name, { ...present, contract: former.contract, former });
  }
  return all;
}
