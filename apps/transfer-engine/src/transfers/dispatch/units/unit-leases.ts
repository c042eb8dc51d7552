import { Inject, Injectable } from '@nestjs/common';
import { LeaseKeeper, renewLeases } from '@tributary/jobs';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { DISPATCH_CONFIG, type DispatchConfig } from '../dispatch-config';
import { UNIT_LEASES } from './unit-leases.store';

/** Renews the leases of this process's units, for all kinds of work on them. */
@Injectable()
export class UnitLeases extends LeaseKeeper {
  constructor(
    @Inject(Database) database: Database,
    @Inject(DISPATCH_CONFIG) { leaseMs }: Pick<DispatchConfig, 'leaseMs'>,
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    super({
      leaseMs,
      renew: (leases) => renewLeases(database, UNIT_LEASES, leases),
      onFailure: (error) => logger.failure('leases of units could not be renewed', error),
    });
  }
}
