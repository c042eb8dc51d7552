import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { ServiceLogger, Worker } from '@tributary/service';
import { DeliveryQueue } from '../deliveries/announcing/delivery-queue';
import { followGrant } from './follow-grant';
import { endExpired } from './grants';

const EVERY_MS = 5000;

/** Ends grants whose time is over, of which nobody tells. */
@Injectable()
export class GrantExpiry implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(DeliveryQueue) private readonly queue: DeliveryQueue,
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    this.worker = new Worker({
      name: 'grant expiry',
      round: () => this.endOne(),
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('ending expired grants failed', error),
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  /** @returns whether there may be more. */
  private endOne(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const grant = await endExpired(tx);
      if (!grant) return false;
      const endpointIds = await followGrant(tx, { ...grant, revoked: true });
      if (endpointIds.length > 0) this.queue.wake(tx, endpointIds);
      return true;
    });
  }
}
