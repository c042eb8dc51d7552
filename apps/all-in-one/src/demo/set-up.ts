import {
  ActivateConnection,
  AttachRule,
  Caller,
  CommandContract,
  CommandPayload,
  CommandResult,
  ConfigureAccounts,
  CreateConnection,
  CreateRule,
  CreateTransferLinks,
  NewTransferLink,
  Problem,
  ownerOf,
  sentOf,
} from '@tributary/contracts';
import { type CreateWebhookEndpointBody, dataOf, pagesOf, type TributaryClient } from '@tributary/client';
import { CommandClient } from '@tributary/messaging';
import type { DataDir, DemoState } from '../data-dir';
import { SANDBOX_CREDENTIALS } from '../child-processes/sandbox';
import { SandboxControl } from './sandbox-control';

export interface SetUpContext {
  readonly dataDir: DataDir;
  readonly commands: CommandClient;
  readonly rest: TributaryClient;
  readonly control: SandboxControl;
  readonly userId: number;
  readonly institution: string;
  readonly receiverUrl: string;
  readonly report: (what: string) => void;
}

const LINKS_AT_A_TIME = 250;
const STEP_TIMEOUT_MS = 60_000;
export const DEMO_HOOK = 'demo';

/**
 * Sets up the demo step by step over REST, like a user: a webhook, a budget, a rule, a bank and links between them. The
 * bank is synced last. Steps that an earlier start has completed are skipped.
 */
export class SetUp {
  private state: DemoState;

  constructor(private readonly context: SetUpContext) {
    this.state = context.dataDir.demoState();
  }

  async run(): Promise<void> {
    await this.registerWebhook();
    await this.connectBudget();
    await this.makeRule();
    await this.connectBank();
    await this.linkAccounts();
    await this.startSync();
  }

  private async registerWebhook(): Promise<void> {
    if (this.state.webhookMade) return;
    const { rest, control, receiverUrl, report } = this.context;
    report('registering a webhook endpoint');
    const url = `${receiverUrl}/hooks/${DEMO_HOOK}`;
    const events: CreateWebhookEndpointBody['events'] = [
      'transactions.created',
      'transactions.updated',
      'balance.updated',
      'connection.activated',
    ];
    const { data } = await dataOf(
      rest.POST('/webhooks', { body: { url, events }, headers: keyed('demo-webhook') }),
    );
    await control.trustHook(DEMO_HOOK, data.secret ?? '');
    this.done({ webhookMade: true });
  }

  private async connectBudget(): Promise<void> {
    if (this.state.budgetConnected) return;
    this.context.report('connecting the budget');
    const body = { name: 'Demo budget', access_token: SANDBOX_CREDENTIALS.budgetaToken };
    await dataOf(
      this.context.rest.POST('/destinations/budgeta/connections', { body, headers: keyed('demo-budget') }),
    );
    this.done({ budgetConnected: true });
  }

  private async makeRule(): Promise<void> {
    if (this.state.ruleId) return;
    this.context.report('making a rule');
    const rule = await this.send(CreateRule, 'rule', {
      name: 'Mark household payments',
      description: 'Puts a mark before the description of transfers to other banks.',
      scope: 'ANY',
      enabled: true,
      trigger_on_any_condition: false,
      skip_other_rules_when_triggered: false,
      conditions: [
        {
          transaction_type: 'DEBIT',
          field_name: 'remittance_information.unstructured',
          operator: 'contains',
          value: 'household',
        },
      ],
      actions: [
        {
          action_type: 'SET_FIELD',
          field_name: 'mapped_fields.description',
          value: 'Household: {{ remittance_information.unstructured | downcase }}',
        },
      ],
    });
    this.done({ ruleId: rule.id });
  }

  private async connectBank(): Promise<void> {
    if (this.state.accountIds) return;
    const connectionId = this.state.connectionId ?? (await this.askForConsent());
    this.context.report('reading the accounts');
    const { financialAccountIds } = await this.send(ActivateConnection, 'activate', {
      connectionId,
      browserConfirmed: true,
    });
    this.done({ accountIds: financialAccountIds });
  }

  private async askForConsent(): Promise<number> {
    this.context.report('connecting the bank');
    const { connection, link } = await this.send(CreateConnection, 'connection', {
      provider: 'PROVIDER_A',
      institutionExternalId: this.context.institution,
      reference: 'demo',
      redirectUrl: 'http://127.0.0.1/connected',
      accountConfig: { sync_auto: false }, // after the links exist
    });
    const consent = await fetch(link, { redirect: 'manual' }); // the sandbox's user always agrees
    await consent.arrayBuffer();
    this.done({ connectionId: connection.id });
    return connection.id;
  }

  private async linkAccounts(): Promise<void> {
    const { accountIds = [], ruleId = 0 } = this.state;
    if (this.state.linksMade) return;
    this.context.report('linking accounts to the budget');
    const pairs = await this.pairs(accountIds);
    let firstLinkId = 0;
    for (let start = 0; start < pairs.length; start += LINKS_AT_A_TIME) {
      const some = pairs.slice(start, start + LINKS_AT_A_TIME).map(toLink);
      const { results } = await this.untilKnown(() =>
        this.send(CreateTransferLinks, `links-${start}`, { links: some, mode: 'all_or_none' }),
      );
      firstLinkId ||= results[0]?.transferLinkId ?? 0;
    }
    const targets = { kind: 'account', ids: accountIds } as const;
    await this.untilKnown(() => this.send(AttachRule, 'attach', { rule_id: ruleId, targets }));
    // One attachment is made over REST, as a program would do it.
    const path = { ruleId: String(ruleId), transferLinkId: String(firstLinkId) };
    await this.untilKnown(() =>
      dataOf(
        this.context.rest.POST('/rules/{ruleId}/transfer-links/{transferLinkId}', {
          params: { path },
          body: {},
          headers: keyed('demo-attach-link'),
        }),
      ),
    );
    this.done({ linksMade: true });
  }

  private async startSync(): Promise<void> {
    if (this.state.syncStarted) return;
    const { connectionId = null } = this.state;
    await this.send(ConfigureAccounts, 'start', {
      connectionId,
      financialAccountIds: null,
      config: { sync_auto: true },
    });
    this.done({ syncStarted: true });
  }

  /** Pairs accounts: the note of a budget account names its bank account. */
  private async pairs(accountIds: readonly number[]) {
    const pairs = new Map<number, { accountId: number; destinationId: number }>();
    await this.untilKnown(async () => {
      pairs.clear(); // pages shift while accounts are still arriving
      const destinationOf = await this.budgetAccountsByNote();
      for await (const { id, bankId } of accountsOf(this.context.rest)) {
        const destinationId = destinationOf.get(bankId);
        if (destinationId) pairs.set(Number(id), { accountId: Number(id), destinationId });
      }
      if (pairs.size < accountIds.length) throw Problem.notFound();
    });
    return [...pairs.values()];
  }

  private async budgetAccountsByNote(): Promise<Map<string | null, number>> {
    const byNote = new Map<string | null, number>();
    const query = { include: ['budgets.accounts' as const] };
    const { data } = await dataOf(
      this.context.rest.GET('/destinations/budgeta/connections', { params: { query } }),
    );
    for (const { budgets = [] } of data) {
      for (const { id, note } of budgets.flatMap(({ accounts = [] }) => accounts))
        byNote.set(note ?? null, Number(id));
    }
    return byNote;
  }

  /** Repeats a step until it succeeds, because services get each other's resources by events, a moment later. */
  private async untilKnown<T>(step: () => Promise<T>): Promise<T> {
    for (const until = Date.now() + STEP_TIMEOUT_MS; ;) {
      try {
        return await step();
      } catch (error) {
        if (Date.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  private send<C extends CommandContract>(
    contract: C,
    step: string,
    payload: CommandPayload<C>,
  ): Promise<CommandResult<C>> {
    const caller: Caller = ownerOf(this.context.userId);
    return this.context.commands.send(contract, payload, {
      caller,
      key: `demo-${step}`,
      timeoutMs: STEP_TIMEOUT_MS,
      idempotencyKey: `demo-${step}`,
    });
  }

  private done(step: DemoState): void {
    this.state = { ...this.state, ...step };
    this.context.dataDir.saveDemoState({ ...this.context.dataDir.demoState(), ...step });
  }
}

/** A financial account with its id at the bank. */
export interface BankAccount {
  readonly id: string;
  readonly bankId: string;
}

/** Yields all accounts of the user, in order. */
export async function* accountsOf(rest: TributaryClient): AsyncGenerator<BankAccount> {
  const pages = pagesOf((page) =>
    rest.GET('/finance/accounts', { params: { query: { ...page, sort: ['id'] } } }),
  );
  for await (const page of pages) {
    for (const { id, integrator_id: bankId = '' } of page) yield { id, bankId };
  }
}

/** The idempotency key of a step, so that a start that continues an earlier one does nothing twice. */
const keyed = (key: string) => ({ 'Idempotency-Key': key });

function toLink({ accountId, destinationId }: { accountId: number; destinationId: number }) {
  const settings = {
    financial_account_id: accountId,
    destination_type: 'BUDGETA',
    destination_id: destinationId,
  };
  return sentOf(NewTransferLink, settings);
}
