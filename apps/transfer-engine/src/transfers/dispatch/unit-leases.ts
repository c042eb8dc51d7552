import { Inject, Injectable } from '@nestjs/common';
import { LeaseKeeper, renewalsOf } from '@tributary/jobs';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { DISPATCH_CONFIG, type DispatchConfig } from './dispatch-config';
import { UnitClaim } from './unit-claims';

/** The leases of this process's units, for whatever is done there. */
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
      renew: renewalsOf(database, 'dispatch_leases', 'unit_id'),
      onFailure: (error) => logger.failure('leases of units could not be renewed', error),
    });
  }

  /** Does the work, and renews the unit's lease until it ends, however long its requests last. */
  async during<T>({ lease }: UnitClaim, work: () => Promise<T>): Promise<T> {
    this.keeper.keep(lease);
    try {
      return await work();
    } finally {
      this.keeper.end(lease);
    }
  }
}
