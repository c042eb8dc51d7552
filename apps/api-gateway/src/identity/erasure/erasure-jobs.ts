import { Type } from '@sinclair/typebox';
import { Inject, Injectable } from '@nestjs/common';
import {
  ERASURES_ASKED_MAX,
  SERVICES,
  ServiceName,
  USER_DATA_OWNERS,
  isUserDataOwner,
  NO_USER,
} from '@tributary/contracts';
import { Job, JobKind, JobRunner, Progress } from '@tributary/jobs';
import { CommandClient, CommandTimeoutError } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import {
  ErasureStanding,
  OperatorDesk,
  OperatorRequestError,
  OperatorRequestHandler,
  readParameters,
  UserErasures,
} from '@tributary/service';
import { requireUser } from '../administration/operator-requests';
import { lockWithManaged } from '../authorizations/managed-users.store';
import { countTransactionsOf } from '../../model/stores/transactions.store';
import { Guard } from '../users/administrators';
import { asRequestError } from '../users/as-request-error';
import { eraseUser, FOLLOWED_ERASURES } from './erase-user';
import { readErasure } from './erasure-status';
import { findErasureOf, findOpenErasure, OpenErasure, saveErasureProgress } from './user-erasures.store';

const ERASED = Type.Object({ user: Type.String({ maxLength: 320 }), dryRun: Type.Boolean() });
/** Tables whose rows are counted before an erasure, by the names that operators see. */
const SHOWN_COUNTS = {
  connections: 'connections',
  accounts: 'accounts',
  rules: 'rules',
  transfer_links: 'transfer_links',
  webhook_endpoints: 'webhook_endpoints',
  tokens: 'tokens',
  apps: 'oauth_apps',
} as const;
const LOOK_EVERY_MS = 500;
const TIMEOUT_MS = 5000;
/** Erased users cannot send requests: the gateway sends its own. */
const GATEWAY = NO_USER;

interface Answer extends ErasureStanding {
  readonly service: ServiceName;
}

/**
 * Follows erasures in all five services until each reports that no data is left. Repeating the command is harmless, so
 * a crash does not matter.
 */
@Injectable()
export class ErasureJobs implements JobKind {
  readonly kind = FOLLOWED_ERASURES;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(UserErasures) private readonly erasures: UserErasures,
    @Inject(CommandClient) private readonly commands: CommandClient,
    @Inject(OperatorDesk) desk: OperatorDesk,
    @Inject(JobRunner) private readonly jobs: JobRunner,
  ) {
    jobs.add(this);
    desk.handle('erase-user', this.eraseForOperator(), { forgets: ['user'] });
  }

  /** @returns its progress; null if there is no such user @throws Problem (conflict), AdministratorOnlyError */
  async begin(userId: number, guard: Guard) {
    const id = await eraseUser(this.database, this.erasures, userId, guard);
    this.jobs.wake();
    return id === null ? null : readErasure(this.database, id);
  }

  /**
   * `erase-user`: begins an erasure, which cannot be undone. The request is then complete; the erasure itself may take
   * weeks. With `dryRun` it only counts the rows to erase. The outcome is JSON, with the id of the `erasure` if it has
   * begun.
   */
  private eraseForOperator(): OperatorRequestHandler {
    return async ({ parameters }) => {
      const { user, dryRun } = readParameters(ERASED, parameters);
      const begunFor = /^[1-9]\d{0,14}$/.test(user) ? Number(user) : null;
      const begun = begunFor === null ? undefined : await findErasureOf(this.database, begunFor);
      if (begun !== undefined) return JSON.stringify({ user: begunFor, erasure: begun });
      const userId = await requireUser(this.database, user);
      if (dryRun) return JSON.stringify(await this.countOf(userId));
      // An operator may erase the last person: a first run follows.
      const guard = { administratorId: null, mayEmpty: true };
      const erasure = await asRequestError(() => this.begin(userId, guard));
      if (!erasure) throw new OperatorRequestError(`there is no user ${userId}`);
      return JSON.stringify({ user: userId, erasure: erasure.id });
    };
  }

  /** Counts the gateway's own rows of the user, and of those whom their apps manage. */
  private async countOf(userId: number): Promise<object> {
    const users = await this.database.transaction((tx) => lockWithManaged(tx, userId));
    const ids = users.map(({ id }) => id);
    return {
      user: userId,
      managed_users: users.length - 1,
      ...(await this.erasures.countRows(ids, SHOWN_COUNTS)),
      transactions: await countTransactionsOf(this.database, ids),
    };
  }

  async step(job: Job<unknown, unknown>): Promise<Progress> {
    const erasure = await findOpenErasure(this.database, job.key);
    const answers = erasure ? await this.askAll(erasure) : [];
    return job.save(async (tx) => {
      const isErased = !erasure || (await saveAnswers(tx, job.key, erasure, answers));
      return isErased ? 'done' : { cursor: null, afterMs: LOOK_EVERY_MS };
    });
  }

  private async askAll({ user_ids: userIds, services }: OpenErasure): Promise<Answer[]> {
    const left = SERVICES.filter((service) => !services.includes(service));
    const answers = await Promise.all(left.map((service) => this.requestErasure(service, userIds)));
    return answers.flatMap((one) => one ?? []);
  }

  /** Null if the service sent no reply: the command is repeated later. */
  private async requestErasure(service: ServiceName, userIds: readonly number[]): Promise<Answer | null> {
    const sum = { erased: 0, rowsErased: 0 };
    try {
      for (let start = 0; start < userIds.length; start += ERASURES_ASKED_MAX) {
        const shown = await this.show(service, userIds.slice(start, start + ERASURES_ASKED_MAX));
        sum.erased += shown.erased;
        sum.rowsErased += shown.rowsErased;
      }
    } catch (error) {
      if (error instanceof CommandTimeoutError) return null;
      throw error;
    }
    return { service, ...sum };
  }

  private show(service: ServiceName, userIds: number[]): Promise<ErasureStanding> {
    if (!isUserDataOwner(service)) return this.erasures.show(userIds);
    const { showErasure } = USER_DATA_OWNERS[service];
    const options = { caller: GATEWAY, key: userIds[0] ?? 0, timeoutMs: TIMEOUT_MS };
    return this.commands.send(showErasure, { userIds }, options);
  }
}

/** @returns whether all services have erased all users */
async function saveAnswers(
  tx: Tx,
  id: string,
  { user_ids: userIds, services }: OpenErasure,
  answers: readonly Answer[],
): Promise<boolean> {
  const done = answers.filter(({ erased }) => erased === userIds.length);
  const isErased = services.length + done.length === SERVICES.length;
  await saveErasureProgress(tx, id, {
    services: done.map(({ service }) => service),
    rowsErased: done.reduce((sum, { rowsErased }) => sum + rowsErased, 0),
    isErased,
  });
  return isErased;
}
