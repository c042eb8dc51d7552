import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { CommandContract, CommandPayload, CommandResult } from '@tributary/contracts';
import { CommandClient, reachFaultPoint } from '@tributary/messaging';
import { Database, FairShares, statementScope } from '@tributary/persistence';
import { Access } from '../identity/access/access';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../api-gateway.config';
import { currentIdempotencyKey } from './idempotency/idempotency-key';
import { storeAnswer } from '../model/answers';

export interface CommandOptions {
  readonly access: Pick<Access, 'caller' | 'holder'>;
  /** The id of the command's entity. */
  readonly key: number | string;
  /** Number of this part, where a request is too large for one command. */
  readonly part?: number;
  /** The owner calls another company first, or changes many things: the command may take nearly as long as a request. */
  readonly callsOut?: true;
}

/** The maximum of this gateway's simultaneous commands; further ones of a client wait. */
const UNDER_WAY = { total: 64, perUser: 4, waitingPerUser: 100 } as const;

/** Time that remains for the HTTP response after the command's time limit. */
const ANSWER_MS = 500;

/** Sends commands to the services that own the data, for the caller. */
@Injectable()
export class Commands implements OnApplicationShutdown {
  private readonly shares = new FairShares(UNDER_WAY);

  constructor(
    @Inject(CommandClient) private readonly client: CommandClient,
    @Inject(Database) private readonly database: Database,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  /** Closes the client after the HTTP server has sent its last response, because open requests wait for replies. */
  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  /**
   * Sends a change to its owner, with the `Idempotency-Key` of the current request, and stores the resources in the
   * reply in the query model, so that callers read their own writes.
   * @throws Problem if the owner refused
   * @throws CommandTimeoutError if no reply came in time
   * @throws TooManyWaitingError if the user has too many commands at once
   */
  async change<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
    options: CommandOptions,
  ): Promise<CommandResult<C>> {
    const { holder, caller } = options.access;
    const key = currentIdempotencyKey();
    // The keys of two apps of one user are independent.
    const answer = await this.send(contract, payload, options, key && keyOf(holder, key, options.part));
    reachFaultPoint('reply.received');
    await storeAnswer(this.database, contract, answer, caller.userId);
    return answer;
  }

  /** Sends a command that changes nothing, or that may run twice, without the request's key. @throws as `change` does */
  ask<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
    options: CommandOptions,
  ): Promise<CommandResult<C>> {
    return this.send(contract, payload, options);
  }

  private async send<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
    { access, key, callsOut }: CommandOptions,
    idempotencyKey?: string,
  ): Promise<CommandResult<C>> {
    const leave = await this.shares.enter(access.caller.userId, statementScope()?.signal);
    try {
      const timeoutMs = callsOut ? this.longTimeoutMs : this.config.commandTimeoutMs;
      return await this.client.send(contract, payload, {
        caller: access.caller,
        key,
        timeoutMs,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      });
    } finally {
      leave();
    }
  }

  private get longTimeoutMs(): number {
    const { commandTimeoutMs, requestTimeoutMs } = this.config;
    return Math.max(commandTimeoutMs, requestTimeoutMs - ANSWER_MS);
  }
}

/** The key for the owner. The separator is safe, because no client can send a line break in a key. */
function keyOf(holder: string, key: string, part = 0): string {
  return part === 0 ? `${holder} ${key}` : `${holder} ${key}\n${part}`;
}
