import {
  asSent,
  Caller,
  checked,
  CommandContract,
  CommandPayload,
  CommandResult,
  commandTopic,
  SentCommand,
  withFormerNames,
} from '@tributary/contracts';
import { createHash, randomUUID } from 'node:crypto';
import {
  BusEngine,
  MessageTooLargeError,
  OutgoingMessage,
  ReceivedMessage,
  ReplyChannel,
} from '../bus-engine';
import { systemClock } from '../clock';
import { traceHeaders } from '../tracing';
import { DatabaseClock } from './database-clock';
import { Reply, resultOf } from './problem-codec';
import { CommandSealing } from './sealing';
import { CommandSigning } from './signing';

/**
 * No reply came before the deadline, and the command will not start any more. The result is unknown if it was sent; if
 * it was not, because the bus was away, nothing was changed.
 */
export class CommandTimeoutError extends Error {
  override readonly name = 'CommandTimeoutError';

  constructor(
    readonly contract: CommandContract,
    readonly wasSent = true,
    options?: ErrorOptions,
  ) {
    const what = wasSent
      ? `${contract.service} did not answer ${contract.name}`
      : `${contract.name} could not be sent to ${contract.service}`;
    super(`${what} before its deadline`, options);
  }
}

export interface SendOptions {
  readonly caller: Caller;
  /** The id of the command's entity: commands of one entity stay in order. */
  readonly key: number | string;
  readonly timeoutMs?: number;
  /** The same key returns the first reply again. */
  readonly idempotencyKey?: string;
}

const TIMEOUT_MS = 5000;
const OPEN_AGAIN_MS = 1000;

/** Sends commands to their owners over the bus and waits for the replies. */
export class CommandClient {
  private readonly waiting = new Map<string, (message: ReceivedMessage) => void>();
  private opening: Promise<ReplyChannel | null> | null = null;
  private channel: ReplyChannel | null = null;
  private notOpened: unknown = null;
  private readonly closing = new AbortController();

  constructor(
    private readonly engine: BusEngine,
    private readonly clock: DatabaseClock,
    private readonly sealing: CommandSealing,
    private readonly signing: CommandSigning,
  ) {}

  /** Opens the reply channel before the first command, however long the bus is away. Resolves also at `close`. */
  open(): Promise<ReplyChannel | null> {
    this.opening ??= this.keepOpening();
    return this.opening;
  }

  /**
   * @throws Problem if the owner refused.
   * @throws CommandTimeoutError if no reply came in time.
   */
  async send<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
    options: SendOptions,
  ): Promise<CommandResult<C>> {
    const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    const correlationId = randomUUID();
    const sent = asSent(contract, payload);
    const commandId = commandIdOf(sent.contract, options);
    const reply = this.waitForReply(contract, correlationId, timeoutMs);
    const waitsUntil = performance.now() + timeoutMs;
    // each step may take longer than the deadline while the brokers are down; the reply's timer ends the wait
    this.toMessage(sent, options, { correlationId, commandId, waitsUntil })
      .then((message) => reply.publish(message))
      .catch((error: unknown) => reply.fail(error));
    const opened = this.sealing.open(sent.contract, await reply.message, commandId) as Reply;
    return checked(contract.result, sent.resultOf(resultOf(opened)), `${contract.name} result`);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.channel?.close(); // a channel that is still being opened closes itself
  }

  private waitForReply(contract: CommandContract, correlationId: string, timeoutMs: number) {
    let fail: (error: unknown) => void = () => undefined;
    let [wasSent, isOver] = [false, false];
    let unsent: unknown = null;
    const message = new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(
        () => fail(new CommandTimeoutError(contract, wasSent, { cause: unsent ?? this.notOpened })),
        timeoutMs,
      );
      const end = (): void => {
        isOver = true;
        clearTimeout(timer);
        this.waiting.delete(correlationId);
      };
      fail = (error) => {
        end();
        reject(error instanceof Error ? error : new Error('sending the command failed', { cause: error }));
      };
      this.waiting.set(correlationId, (received) => {
        end();
        resolve(JSON.parse(received.value));
      });
    });
    const publish = async (command: OutgoingMessage): Promise<void> => {
      if (isOver) return;
      wasSent = true;
      try {
        await this.engine.publish([command]);
      } catch (error) {
        if (error instanceof MessageTooLargeError) throw error;
        unsent = error; // the brokers may have it all the same: a reply may still come
      }
    };
    return { message, fail, publish };
  }

  private async toMessage(
    { contract, payload }: SentCommand,
    options: SendOptions,
    ids: { correlationId: string; commandId: string; waitsUntil: number },
  ) {
    const channel = await this.open();
    if (!channel) throw new CommandTimeoutError(contract, false);
    const { address } = channel;
    const valid = withFormerNames(contract.payload, payload);
    const now = await this.clock.exactly();
    // The moment at which the wait for the reply ends, however long the database's clock took to read.
    const deadline = now + ids.waitsUntil - performance.now();
    const command = {
      topic: commandTopic(contract.service),
      key: String(options.key),
      value: JSON.stringify(this.sealing.seal(contract, valid, ids.commandId)),
      headers: {
        command: contract.name,
        'command-id': ids.commandId,
        'request-hash': hash(JSON.stringify(valid)),
        'correlation-id': ids.correlationId,
        deadline: String(deadline),
        caller: JSON.stringify(options.caller),
        'reply-topic': address.topic,
        'reply-partition': String(address.partition),
        'reply-instance': address.instance,
      },
    };
    return { ...command, headers: { ...traceHeaders(), ...this.signing.sign(command) } };
  }

  private async keepOpening(): Promise<ReplyChannel | null> {
    while (!this.closing.signal.aborted) {
      try {
        this.channel = await this.engine.openReplyChannel((message) =>
          this.waiting.get(message.headers['correlation-id'] ?? '')?.(message),
        );
        if (!this.closing.signal.aborted) return this.channel;
        await this.channel.close();
      } catch (error) {
        this.notOpened = error;
        await systemClock.sleep(OPEN_AGAIN_MS, this.closing.signal);
      }
    }
    return null;
  }
}

function commandIdOf(contract: CommandContract, options: SendOptions): string {
  if (options.idempotencyKey === undefined) return randomUUID();
  return hash(`${options.caller.userId}|${contract.service}|${contract.name}|${options.idempotencyKey}`);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
