import { ActivateConnection, CreateConnection } from '@tributary/contracts';
import { callControl } from '@tributary/sandbox';
import { InProcessSystem } from './in-process-system';

type Fields = Record<string, unknown>;

/**
 * The services that process brokers' data: ingestion-sync, the rule engine and the gateway, with the sandbox's brokers.
 */
export class BrokerageSystem {
  private constructor(
    private readonly system: InProcessSystem,
    private readonly user: { readonly id: number; readonly token: string },
  ) {}

  static async start(): Promise<BrokerageSystem> {
    const system = await InProcessSystem.start({
      services: ['api-gateway', 'rule-engine', 'ingestion-sync'],
      sandbox: { accounts: 1 },
    });
    return new BrokerageSystem(system, await system.user('brokers@example.org', 'Maija'));
  }

  stop(): Promise<void> {
    return this.system.stop();
  }

  /**
   * Connects a broker through the portal, like a user.
   * @returns the ids of the accounts
   */
  async connect(institutionExternalId: string): Promise<readonly number[]> {
    const { connection, link } = await this.system.send(CreateConnection, this.user.id, {
      provider: 'PROVIDER_C',
      institutionExternalId,
      reference: null,
      redirectUrl: 'https://client.example/callback',
      accountConfig: {},
    });
    await fetch(link, { redirect: 'manual' });
    const { financialAccountIds } = await this.system.send(ActivateConnection, this.user.id, {
      connectionId: connection.id,
      browserConfirmed: true,
    });
    return financialAccountIds;
  }

  /** Returns the broker's records, by account. */
  async ledger(): Promise<readonly { key: string; activity_count: number; positions: readonly Fields[] }[]> {
    const { accounts } = await callControl<{
      accounts: { key: string; activity_count: number; positions: readonly Fields[] }[];
    }>(this.system.sandbox, 'GET', '/ledger/provider-c');
    return accounts;
  }

  /** Returns a list below `/api/v1`. */
  async list(path: string): Promise<{ rows: readonly Fields[]; total: number }> {
    const { status, body } = await this.system.rest('GET', path, this.user.token);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return { rows: body.data as readonly Fields[], total: (body['meta'] as { total: number }).total };
  }
}
