import {
  Caller,
  NO_USER,
  checked,
  CommandContract,
  CommandPayload,
  ContractViolationError,
  Problem,
} from '@tributary/contracts';
import { isTransient, Queryable, RequestOverError, StatementScope, Tx } from '@tributary/persistence';
import { context } from '@opentelemetry/api';
import { Batch, BusEngine, MessageTooLargeError, ReceivedMessage } from '../bus-engine';
import { Clock, systemClock } from '../clock';
import { UnitOfWork } from '../consumers/event-processor';
import { startConsumerSpan } from '../tracing';
import { CommandsUnderWay } from './commands-under-way';
import { Reply } from './problem-codec';
import {
  checkDeadline,
  CommandUnderWayError,
  DeadlinePassedError,
  findReply,
  keepReply,
} from './processed-commands';
import { CommandSealing } from './sealing';
import { CommandHeaders, CommandVerification, UnsignedCommandError } from './signing';

/** A command as its owner gets it. */
export interface ReceivedCommand<C extends CommandContract = CommandContract> {
  readonly id: string;
  readonly caller: Caller;
  readonly payload: CommandPayload<C>;
}

/** Saves a command's effects and its answer in one transaction. */
export type Commit = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Runs a command; the result of its `commit` is the answer. */
export type CommandHandler = (command: ReceivedCommand, commit: Commit) => Promise<unknown>;

export interface RegisteredCommand {
  readonly contract: CommandContract;
  /** It calls another company before it commits: the effects of the call are saved even after the deadline. */
  readonly callsOut: boolean;
  readonly handle: CommandHandler;
}

/** A command of the gateway, as it was received. */
interface SignedCommand {
  readonly headers: CommandHeaders;
  readonly trace: ReceivedMessage['headers'];
  readonly value: string;
}

export interface CommandServerOptions {
  /** After this a statement of a command is cancelled. */
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
 * Runs a service's commands: only the gateway's, each at most once, none after its deadline. Each gets an answer; a
 * repeated command gets its first answer.
 */
export class CommandServer {
  private readonly underWay: CommandsUnderWay;

  constructor(
    private readonly commands: ReadonlyMap<string, RegisteredCommand>,
    private readonly database: UnitOfWork & Queryable,
    private readonly engine: BusEngine,
    private readonly sealing: CommandSealing,
    private readonly verification: CommandVerification,
    private readonly options: CommandServerOptions,
    private readonly clock: Clock = systemClock,
  ) {
    this.underWay = new CommandsUnderWay((message, batch) => this.taken(message, batch), clock);
  }

  /** Commands of one entity run in order, those of different entities in parallel, also across batches. */
  process(batch: Batch): Promise<void> {
    return this.underWay.process(batch);
  }

  /** Resolves when slow commands that the bus does not wait for any more have ended. */
  ended(): Promise<void> {
    return this.underWay.ended();
  }

  private async taken(message: ReceivedMessage, batch: Batch): Promise<void> {
    const signed = this.signedOr(message);
    if (signed) await this.take(signed, batch);
  }

  /** Only the gateway is answered, because the address of the answer is a header, too. */
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

  /** The answer; null if its caller no longer waits. */
  private async answer(message: SignedCommand, batch: Batch): Promise<unknown> {
    for (let failures = 0; !batch.isStale(); failures += 1) {
      try {
        const scope = new StatementScope(this.options.statementTimeoutMs);
        return await scope.run(() => this.attempt(message, scope));
      } catch (error) {
        if (error instanceof DeadlinePassedError || error instanceof RequestOverError) return null;
        if (error instanceof CommandUnderWayError) continue;
        this.options.onFailure(error);
        if (!isTransient(error)) return this.seal(message, { ok: false, problem: { kind: 'failed' } });
        await this.clock.sleep(Math.min(1000, 50 * 2 ** failures));
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
      const { reading } = registered.contract;
      const earlier = reading ? null : await findReply(this.database, command.id, requestHash);
      if (earlier) return earlier; // encrypted, if the command was
      const leftMs = await checkDeadline(this.database, deadline);
      if (!registered.callsOut) timer = setTimeout(() => scope.end(), leftMs);
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
    const commit: Commit = (work) =>
      this.database.transaction(async (tx) => {
        const result = await work(tx);
        const valid: unknown = checked(registered.contract.result, result, 'the result');
        const reply: Reply = { ok: true, result: valid };
        answer = this.sealing.seal(registered.contract, reply, command.id);
        if (!registered.contract.reading) {
          const { id, caller } = command;
          await keepReply(tx, { commandId: id, requestHash, userId: caller.userId }, answer as Reply);
        }
        return result;
      });
    await registered.handle(command, commit);
    if (answer === null) throw new Error(`${registered.contract.name} ended without a commit`);
    return answer;
  }

  private read({ headers, value }: SignedCommand): Parts {
    const registered = this.commands.get(headers.command);
    if (!registered) throw new ContractViolationError(`the command ${headers.command} is not known here`);
    const id = headers['command-id'];
    const payload = this.sealing.open(registered.contract, JSON.parse(value), id);
    return {
      registered,
      command: {
        id,
        // What an older gateway did not send was not granted.
        caller: { ...NO_USER, ...(JSON.parse(headers.caller) as Partial<Caller>) },
        payload: checked(registered.contract.payload, payload, registered.contract.name),
      },
      requestHash: headers['request-hash'],
      deadline: Number(headers.deadline),
    };
  }

  private seal({ headers }: SignedCommand, reply: Reply): unknown {
    const registered = this.commands.get(headers.command);
    return registered ? this.sealing.seal(registered.contract, reply, headers['command-id']) : reply;
  }

  /** An answer that is too large to be sent would be tried again for ever, and hold up all commands behind it. */
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
