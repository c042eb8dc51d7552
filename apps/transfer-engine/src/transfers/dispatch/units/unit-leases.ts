import { Inject, Injectable } from '@nestjs/common';
import { LeaseKeeper } from '@tributary/jobs';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { DISPATCH_CONFIG, type DispatchConfig } from '../dispatch-config';
import { UnitClaim } from './unit-claims';
import { leaseRenewals } from './unit-leases.store';

/** Renews the leases of this process's units, for all kinds of work on them. */
@Injectable()
export class UnitLeases {
  private readonly keeper: LeaseKeeper;

  constructor(
    @Inject(Database) database: Database,
    @Inject(DISPATCH_CONFIG) { leaseMs }: Pick<DispatchConfig, 'leaseMs'>,
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    this.keeper = new LeaseKeeper({
      leaseMs,
      renew: leaseRenewals(database),
      onFailure: (error) => logger.failure('leases of units could not be renewed', error),
    });
  }

  /** Runs the work and renews the unit's lease until it ends, however long its requests last. */
  async during<T>({ lease }: UnitClaim, work: () => Promise<T>): Promise<T> {
    this.keeper.keep(lease);
    try {
      return await work();
    } finally {
      this.keeper.end(lease);
    }
  }
}
