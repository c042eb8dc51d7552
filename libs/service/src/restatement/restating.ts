import { FactoryProvider, InjectionToken } from '@nestjs/common';
import { RestatingService } from '@tributary/contracts';
import { JobRunner } from '@tributary/jobs';
import { Database } from '@tributary/persistence';
import { RestatedPart } from './restated-part';
import { Restater } from './restater';

const ROWS_PER_S = 5000;

/**
 * The provider of a service's restater. The service also needs `RestatementRequestedConsumer` among its controllers.
 */
export function restating<Dependency extends object = object>(
  { service, restateRowsPerS = ROWS_PER_S }: { service: string; restateRowsPerS?: number },
  parts: (dependency: Dependency) => readonly RestatedPart[],
  dependency?: InjectionToken<Dependency>,
): FactoryProvider<Restater> {
  return {
    provide: Restater,
    inject: [Database, JobRunner, ...(dependency ? [dependency] : [])],
    useFactory: (database: Database, jobs: JobRunner, needed: Dependency) =>
      new Restater(database, jobs, {
        service: service as RestatingService,
        parts: parts(needed),
        rowsPerS: restateRowsPerS,
      }),
  };
}
