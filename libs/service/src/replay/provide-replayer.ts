import { FactoryProvider, InjectionToken } from '@nestjs/common';
import { ReplayingService } from '@tributary/contracts';
import { JobRunner } from '@tributary/jobs';
import { Database } from '@tributary/persistence';
import { ReplayedPart } from './replayed-part';
import { Replayer } from './replayer';

const ROWS_PER_S = 5000;

/** The provider of a service's replayer. The service also needs `ReplayRequestedConsumer` among its controllers. */
export function provideReplayer<Dependency extends object = object>(
  { service, replayRowsPerS = ROWS_PER_S }: { service: string; replayRowsPerS?: number },
  parts: (dependency: Dependency) => Readonly<Record<string, ReplayedPart | readonly ReplayedPart[]>>,
  dependency?: InjectionToken<Dependency>,
): FactoryProvider<Replayer> {
  return {
    provide: Replayer,
    inject: [Database, JobRunner, ...(dependency ? [dependency] : [])],
    useFactory: (database: Database, jobs: JobRunner, needed: Dependency) =>
      new Replayer(database, jobs, {
        service: service as ReplayingService,
        parts: Object.values(parts(needed)).flat(),
        rowsPerS: replayRowsPerS,
      }),
  };
}
