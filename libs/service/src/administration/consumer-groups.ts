import { BeforeApplicationShutdown } from '@nestjs/common';
import { ServiceState } from '@tributary/contracts';
import { KafkaGroups } from '@tributary/messaging';

/** The consumer groups of a service. The connection opens with the first read. */
export class ConsumerGroups implements BeforeApplicationShutdown {
  private connecting: Promise<void> | null = null;

  /** @param groups null where the bus runs inside the process */
  constructor(
    private readonly groups: { readonly names: readonly string[]; readonly at: KafkaGroups } | null,
  ) {}

  async read(): Promise<ServiceState['groups']> {
    if (!this.groups) return null;
    const { names, at } = this.groups;
    this.connecting ??= at.connect();
    await this.connecting.catch((error: unknown) => {
      this.connecting = null;
      throw error;
    });
    const statuses = await at.statuses(names);
    return statuses.map(({ group, lag, members }) => ({ group, lag, members }));
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.connecting) await this.groups?.at.close();
  }
}
