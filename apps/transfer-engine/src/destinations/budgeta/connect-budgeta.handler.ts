import { Controller, Inject } from '@nestjs/common';
import { CommandResult, ConnectBudgeta, Health, Problem } from '@tributary/contracts';
import { appendToOutbox, type Commit, OnCommandCallingOut, ReceivedCommand } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { recordRequests } from '../../transfers/dispatch/request-allowance';
import { connectionResource, saveConnection } from '../connections';
import { destinationUpserted, toResource } from '../destination-rows';
import { DestinationFailure } from '../destination.port';
import { BudgetAccountRow, saveBudgetAccounts, saveBudgets } from './budgets.store';
import { BudgetaClient } from './client';
import { BudgetRead, CONNECT_REQUESTS, readBudgets, readUserId } from './resources';

type Command = ReceivedCommand<typeof ConnectBudgeta>;

interface Read {
  readonly externalUserId: string;
  readonly budgets: readonly BudgetRead[];
}

/** Connects a BUDGETA user; doing it again with another token renews the connection. */
@Controller()
export class ConnectBudgetaHandler {
  constructor(
    @Inject(BudgetaClient) private readonly client: BudgetaClient,
    @Inject(SecretBox) private readonly box: SecretBox,
  ) {}

  @OnCommandCallingOut(ConnectBudgeta)
  async connect(command: Command, commit: Commit): Promise<void> {
    const read = await this.read(command.payload.accessToken);
    await commit((tx) => this.save(tx, command, read));
  }

  private async read(token: string): Promise<Read> {
    try {
      const externalUserId = await readUserId(this.client, token);
      return { externalUserId, budgets: await readBudgets(this.client, token) };
    } catch (error) {
      if (error instanceof DestinationFailure) throw problemOf(error);
      throw error;
    }
  }

  private async save(tx: Tx, command: Command, read: Read): Promise<CommandResult<typeof ConnectBudgeta>> {
    const { userId } = command.caller;
    const { name, accessToken } = command.payload;
    const connection = await saveConnection(tx, this.box, {
      userId,
      type: 'BUDGETA',
      externalUserId: read.externalUserId,
      name,
      credentials: accessToken,
      health: healthyNow(),
    });
    await recordRequests(tx, connection.id, CONNECT_REQUESTS);
    const budgets = await saveBudgets(tx, { userId, connectionId: connection.id }, read.budgets);
    const accounts = await saveBudgetAccounts(tx, userId, budgets, read.budgets);
    const resources = [
      toResource('CONNECTION', connectionResource(connection)),
      ...budgets.map((row) => toResource('BUDGET', row)),
      ...accounts.map((row) => toResource('BUDGET_ACCOUNT', row)),
    ];
    const owner = { userId, connectionId: connection.id, destinationType: 'BUDGETA' as const };
    await appendToOutbox(tx, destinationUpserted(owner, resources));
    return { connectionId: connection.id, budgetAccounts: livingAccounts(accounts) };
  }
}

function livingAccounts(rows: readonly BudgetAccountRow[]) {
  return rows
    .filter((row) => !row.deleted)
    .map(({ id, document }) => ({ id, name: document.name, note: document.note }));
}

function healthyNow(): Health {
  return {
    status: 'HEALTHY',
    integrator_message: null,
    failure_count: 0,
    transient_message: null,
    transient_failure_count: 0,
    last_attempt_at: new Date().toISOString(),
  };
}

function problemOf(failure: DestinationFailure): Problem {
  const { detail } = failure;
  switch (detail.kind) {
    case 'unauthorized':
      return Problem.invalid({ access_token: ['BUDGETA does not accept the access_token.'] });
    case 'rate-limited':
      return upstream('BUDGETA takes no more requests with this token for now.', detail.retryAfterMs);
    case 'unavailable':
    case 'outcome-unknown':
    case 'place-gone':
    case 'refused':
      return upstream('BUDGETA gave no usable answer.', null);
    default: {
      const unknown: never = detail;
      return unknown;
    }
  }
}

function upstream(message: string, retryAfterMs: number | null): Problem {
  return new Problem({ kind: 'upstream', message, retryAfterMs });
}
