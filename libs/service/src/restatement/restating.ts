import { FactoryProvider, InjectionToken } from '@nestjs/common';
import { RestatingService } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from '../logger';
import { RestatedPart } from './restated-part';
import { Restater } from './restater';

const ROWS_PER_S = 5000;

/**
 * The provider of a service's restater. The service also needs `RestatementRequestedConsumer` among its controllers and
 * `RestatementTables…` among its migrations.
 */
export function restating<Dependency extends object = object>(
  { service, restateRowsPerS = ROWS_PER_S }: { service: string; restateRowsPerS?: number },
  parts: (dependency: Dependency) => readonly RestatedPart[],
  dependency?: InjectionToken<Dependency>,
): FactoryProvider<Restater> {
  return {
    provide: Restater,
    inject: [Database, ServiceLogger, ...(dependency ? [dependency] : [])],
    useFactory: (database: Database, logger: ServiceLogger, needed: Dependency) =>
      new Restater(database, {
        service: service as RestatingService,
        parts: parts(needed),
        rowsPerS: restateRowsPerS,
        onFailure: (error) =>
          logger.failure('telling the present state again failed and is tried again', error),
      }),
  };
}
