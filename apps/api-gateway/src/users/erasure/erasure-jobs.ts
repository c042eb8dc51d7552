import { Type } from '@sinclair/typebox';
import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import {
  ERASURES_ASKED_MAX,
  SERVICES,
  ServiceName,
  USER_DATA_OWNERS,
  isUserDataOwner,
  NO_USER,
} from '@tributary/contracts';
import { CommandClient, CommandTimeoutError } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import {
  ErasureStanding,
  OperatorDesk,
  OperatorRequestError,
  OperatorRequestHandler,
  readParameters,
  ServiceLogger,
  UserErasures,
  Worker,
} from '@tributary/service';
import { eraseUser } from './erase-user';
import { readErasure } from './erasure-standing';

const USER = Type.Object({ userId: Type.Integer({ minimum: 1 }) });
const LOOK_EVERY_MS = 500;
const TIMEOUT_MS = 5000;
/** Those who are erased can ask for nothing: the gateway asks for itself. */
const GATEWAY = NO_USER;

interface Job {
  readonly id: string;
  readonly user_ids: number[];
  readonly services: string[];
}

interface Told extends ErasureStanding {
  readonly service: ServiceName;
}

/** Follows erasures in all five services until each says that nothing is left. Asking again costs nothing, so a crash does not matter. */
@Injectable()
export class ErasureJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(UserErasures) private readonly erasures: UserErasures,
    @Inject(CommandClient) private readonly commands: CommandClient,
    @Inject(OperatorDesk) desk: OperatorDesk,
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    this.worker = new Worker({
      name: 'user erasures followed',
      round: () => this.round(),
      idleMs: LOOK_EVERY_MS,
      onFailure: (error) => logger.failure('an erasure could not be followed', error),
    });
    desk.handle('erase-user', this.eraseForOperator());
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  /** @returns how far it is; null where there is no such user */
  async begin(userId: number) {
    const id = await eraseUser(this.database, this.erasures, userId);
    this.worker.wake();
    return id === null ? null : readErasure(this.database, id);
  }

  /** `erase-user`: ends with its beginning, which is what cannot be taken back; the rest may take weeks. */
  private eraseForOperator(): OperatorRequestHandler {
    return async ({ parameters }) => {
      const { userId } = readParameters(USER, parameters);
      const erasure = await this.begin(userId);
      if (!erasure) throw new OperatorRequestError(`there is no user ${userId}`);
      return `user ${userId} is gone, and erasure ${erasure.id} has begun`;
    };
  }

  private async round(): Promise<boolean> {
    const job = await this.take();
    if (job) await this.follow(job);
    return job !== undefined;
  }

  /** Another gateway does not look at it in the same moment. */
  private async take(): Promise<Job | undefined> {
    const [job] = await this.database.query<Job>(
      `update user_erasures set next_look_at = clock_timestamp() + $1 * interval '1 millisecond'
        where id = (select id from user_erasures where erased_at is null and next_look_at <= clock_timestamp()
                     order by next_look_at limit 1 for update skip locked)
       returning id, user_ids, services`,
      [LOOK_EVERY_MS],
    );
    return job;
  }

  private async follow({ id, user_ids: userIds, services }: Job): Promise<void> {
    const asked = SERVICES.filter((service) => !services.includes(service));
    const told = (await Promise.all(asked.map((service) => this.ask(service, userIds)))).flatMap(
      (one) => one ?? [],
    );
    const done = told.filter(({ erased }) => erased === userIds.length);
    await this.database.execute(
      `update user_erasures
          set services = array(select distinct unnest(services || $2::text[])),
              rows_erased = rows_erased + $3,
              erased_at = case when $4 then clock_timestamp() end
        where id = $1 and erased_at is null`,
      [
        id,
        done.map(({ service }) => service),
        done.reduce((sum, { rowsErased }) => sum + rowsErased, 0),
        services.length + done.length === SERVICES.length,
      ],
    );
  }

  /** Null where the service gave no answer: it is asked again. */
  private async ask(service: ServiceName, userIds: readonly number[]): Promise<Told | null> {
    const standing = { erased: 0, rowsErased: 0 };
    try {
      for (let start = 0; start < userIds.length; start += ERASURES_ASKED_MAX) {
        const told = await this.show(service, userIds.slice(start, start + ERASURES_ASKED_MAX));
        standing.erased += told.erased;
        standing.rowsErased += told.rowsErased;
      }
    } catch (error) {
      if (error instanceof CommandTimeoutError) return null;
      throw error;
    }
    return { service, ...standing };
  }

  private show(service: ServiceName, userIds: number[]): Promise<ErasureStanding> {
    if (!isUserDataOwner(service)) return this.erasures.show(userIds);
    const { showErasure } = USER_DATA_OWNERS[service];
    const options = { caller: GATEWAY, key: userIds[0] ?? 0, timeoutMs: TIMEOUT_MS };
    return this.commands.send(showErasure, { userIds }, options);
  }
}
