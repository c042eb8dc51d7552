import { NewPersonalToken } from '@tributary/api-gateway';
import {
  ConnectDestination,
  CreateTransferLinks,
  sampleAccount,
  SAMPLE_TIME,
  sampleTransaction,
  TransactionDocument,
  TransactionUpsertedV1,
} from '@tributary/contracts';
import { BudgetRow, SandboxControl } from '../src/demo/sandbox-control';
import { InProcessSystem } from './in-process-system';
import { RestResponse } from './rest-client';

/** The gateway, the rule engine and the transfer engine in one process; the test plays the bank. */
export class RuledSystem {
  private constructor(
    private readonly system: InProcessSystem,
    readonly userId: number,
    readonly token: string,
  ) {}

  static async start(): Promise<RuledSystem> {
    const system = await InProcessSystem.start({
      services: ['api-gateway', 'rule-engine', 'transfer-engine'],
      sandbox: { accounts: 3 },
    });
    const { id, token } = await system.user('rules@example.org', 'Maija');
    return new RuledSystem(system, id, token);
  }

  stop(): Promise<void> {
    return this.system.stop();
  }

  stopRuleEngine(): Promise<void> {
    return this.system.stopOne('rule-engine');
  }

  startRuleEngine(): Promise<void> {
    return this.system.startOne('rule-engine');
  }

  tokenOf(choice: Omit<NewPersonalToken, 'name' | 'userId'>): Promise<string> {
    return this.system.token(this.userId, choice);
  }

  /** Returns the token of another user without any data. */
  async stranger(): Promise<string> {
    return (await this.system.user('other@example.org', 'Other')).token;
  }

  account(id: number, members: Partial<typeof sampleAccount> = {}): Promise<void> {
    return this.system.account(this.userId, id, members);
  }

  /** Publishes transactions of an account, in the bank's current state. */
  async sync(
    accountId: number,
    version: number,
    documents: ReadonlyMap<number, Partial<TransactionDocument>>,
  ): Promise<void> {
    await this.system.publish(TransactionUpsertedV1, accountId, {
      financialAccountId: accountId,
      userId: this.userId,
      transactions: [...documents].map(([id, document]) => ({
        id,
        version,
        createdAt: SAMPLE_TIME,
        updatedAt: SAMPLE_TIME,
        document: { ...sampleTransaction, ...document },
      })),
    });
  }

  /** Links the account to a budget account. */
  async link(accountId: number): Promise<number> {
    const { token: accessToken } = this.system.sandbox.credentials.budgeta;
    const { resources } = await this.system.send(ConnectDestination, this.userId, {
      name: 'Budget',
      credentials: { type: 'BUDGETA', accessToken },
    });
    const destinationId = resources.find(({ kind }) => kind === 'BUDGET_ACCOUNT')?.id ?? 0;
    const { results } = await this.system.send(CreateTransferLinks, this.userId, {
      mode: 'all_or_none',
      links: [
        {
          financial_account_id: accountId,
          destination_type: 'BUDGETA',
          destination_id: destinationId,
          transfer_start_date: null,
          active: true,
          sync_mode: 'TRANSACTIONS',
          on_booked_change: {},
        },
      ],
    });
    return results[0]?.transferLinkId ?? 0;
  }

  /** Returns the rows of the budget, by import id. */
  async ledger(): Promise<BudgetRow[]> {
    const { accounts } = await new SandboxControl(this.system.sandbox).budgetLedger();
    return accounts.flatMap(({ transactions }) => transactions);
  }

  /** Sends a request below `/api/v1`. */
  rest(method: string, path: string, body?: unknown, token = this.token): Promise<RestResponse> {
    return this.system.rest(method, path, token, body);
  }
}
