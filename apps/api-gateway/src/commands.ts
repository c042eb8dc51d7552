import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { CommandContract, CommandPayload, CommandResult } from '@tributary/contracts';
import { CommandClient } from '@tributary/messaging';
import { Database, FairShares, statementScope } from '@tributary/persistence';
import { Access } from './identity';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from './api-gateway.config';
import { currentIdempotencyKey } from './idempotency/idempotency-key';
import { storeAnswer } from './query-model/answers';

export interface CommandOptions {
  readonly access: Pick<Access, 'caller' | 'holder'>;
  /** The id of the entity that the command is about. */
  readonly key: number | string;
  /** Its owner has to ask another company first: it may take nearly as long as a request may. */
  readonly callsOut?: true;
}

/** Commands that may be under way from this gateway at once; a client that sends many gets their answers in turns. */
const UNDER_WAY = { total: 64, perUser: 8, waitingPerUser: 100 } as const;

/** Left to answer the request once the command's time is over. */
const ANSWER_MS = 500;

/** Sends a request on to the service that owns what it changes, on the caller's behalf. */
@Injectable()
export class Commands implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly shares = new FairShares(UNDER_WAY);

  constructor(
    @Inject(CommandClient) private readonly client: CommandClient,
    @Inject(Database) private readonly database: Database,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.client.open();
  }

  /** When the HTTP server has given its last answer: until then requests wait for theirs. */
  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  /**
   * Changes something at its owner: carries the `Idempotency-Key` of the request under way, and stores in the query
   * model what the answer carries of it, so that the caller reads what it wrote.
   * @throws Problem where the owner refused
   * @throws CommandTimeoutError where no answer came in time
   * @throws TooManyWaitingError where the user has too many under way
   */
  async change<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
    options: CommandOptions,
  ): Promise<CommandResult<C>> {
    const { holder, caller } = options.access;
    const key = currentIdempotencyKey();
    // The keys of two apps of one user have nothing to do with each other.
    const answer = await this.send(contract, payload, options, key && `${holder} ${key}`);
    await storeAnswer(this.database, contract, answer, caller.userId);
    return answer;
  }

  /** Asks an owner something that changes nothing. @throws as `change` does */
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
