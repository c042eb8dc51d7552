import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { isUserDataOwner, ServiceName, SERVICES, USER_DATA_OWNERS, ownerOf } from '@tributary/contracts';
import { CommandClient, CommandTimeoutError, reachFaultPoint } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { ServiceLogger, UserDataPiece, UserDataPlace, UserDataReader, Worker } from '@tributary/service';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ApiGatewayConfig } from '../../api-gateway.config';
import { API_GATEWAY_CONFIG } from '../../api-gateway.tokens';
import { readExport, requestExport } from './user-exports';

const LOOK_EVERY_MS = 1000;
const LEASE_S = 30;
const TIMEOUT_MS = 10_000;

const compressed = promisify(gzip);

interface Job {
  readonly id: string;
  readonly user_id: number;
  readonly service: number;
  readonly cursor: UserDataPlace | null;
  readonly parts: number;
  readonly lines: number;
}

/** What of the job comes next, with the piece that was read for it. */
interface Step {
  readonly text: string;
  readonly service: number;
  readonly cursor: UserDataPlace | null;
}

/**
 * Puts together what all five services keep of a user, one small piece after another, each saved with the place of the next: a crash costs a
 * piece. Whoever erases the user takes the job's row away, and with it everything that was put together.
 */
@Injectable()
export class ExportJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(UserDataReader) private readonly reader: UserDataReader,
    @Inject(CommandClient) private readonly commands: CommandClient,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    this.worker = new Worker({
      name: 'user exports',
      round: (signal) => this.round(signal),
      idleMs: LOOK_EVERY_MS,
      onFailure: (error) => logger.failure('an export could not go on', error),
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  /** Begins an export, or finds the one that there is. */
  async begin(userId: number) {
    await requestExport(this.database, userId);
    this.worker.wake();
    return readExport(this.database, userId);
  }

  private async round(signal: AbortSignal): Promise<boolean> {
    const job = await this.take();
    if (!job) return false;
    for (let next: Job | null = job; next && !signal.aborted;) next = await this.advance(next);
    return true;
  }

  private async take(): Promise<Job | undefined> {
    const [job] = await this.database.query<Job>(
      `update user_exports set lease_until = clock_timestamp() + make_interval(secs => $1)
        where id = (select id from user_exports where finished_at is null and lease_until < clock_timestamp()
                     order by requested_at limit 1 for update skip locked)
       returning id, user_id, service, cursor, parts, lines`,
      [LEASE_S],
    );
    return job;
  }

  /** @returns the job after one more piece; null where it has ended, here or for somebody else, or its service is silent */
  private async advance(job: Job): Promise<Job | null> {
    const step = await this.nextStep(job);
    if (!step) return null;
    const isLast = step.service === SERVICES.length;
    const lines = job.lines + (step.text.match(/\n/g)?.length ?? 0);
    const text = (job.parts === 0 ? firstLine() : '') + step.text + (isLast ? lastLine(lines) : '');
    const isSaved = await this.save(job, { ...step, text }, lines, isLast);
    reachFaultPoint('export.advanced');
    if (!isSaved || isLast) return null;
    return { ...job, service: step.service, cursor: step.cursor, parts: job.parts + 1, lines };
  }

  private async nextStep({ user_id: userId, service, cursor }: Job): Promise<Step | null> {
    const asked = SERVICES[service];
    if (asked === undefined) return { text: '', service, cursor: null };
    const piece = await this.read(asked, userId, cursor);
    if (!piece) return null;
    return { text: piece.text, service: piece.next ? service : service + 1, cursor: piece.next };
  }

  /** Null where the service gave no answer: its turn comes again when the lease has ended. */
  private async read(
    service: ServiceName,
    userId: number,
    cursor: UserDataPlace | null,
  ): Promise<UserDataPiece | null> {
    if (!isUserDataOwner(service)) return this.reader.read(this.database, userId, cursor);
    const options = { caller: ownerOf(userId), key: userId, timeoutMs: TIMEOUT_MS };
    try {
      return await this.commands.send(USER_DATA_OWNERS[service].readData, { cursor }, options);
    } catch (error) {
      if (error instanceof CommandTimeoutError) return null;
      throw error;
    }
  }

  /** False where somebody else went on meanwhile, or the user is gone. */
  private async save({ id, parts }: Job, step: Step, lines: number, isLast: boolean): Promise<boolean> {
    const content = await compressed(step.text);
    return this.database.transaction(async (tx) => {
      const saved = await tx.execute(
        `update user_exports
            set service = $3, cursor = $4, parts = parts + 1, lines = $5, bytes = bytes + $6,
                lease_until = clock_timestamp() + make_interval(secs => $7),
                finished_at = case when $8 then clock_timestamp() end,
                expires_at = case when $8 then clock_timestamp() + make_interval(hours => $9) end
          where id = $1 and parts = $2 and finished_at is null`,
        [
          id,
          parts,
          step.service,
          step.cursor && JSON.stringify(step.cursor),
          lines,
          Buffer.byteLength(step.text),
          LEASE_S,
          isLast,
          this.config.exportKeptHours,
        ],
      );
      if (saved === 0) return false;
      await tx.execute('insert into user_export_parts (export_id, place, content) values ($1, $2, $3)', [
        id,
        parts,
        content,
      ]);
      return true;
    });
  }
}

function firstLine(): string {
  const data = { format: 'tributary-export', version: 1, exported_at: new Date().toISOString() };
  return `${JSON.stringify({ service: 'api-gateway', kind: 'export', data })}\n`;
}

/** Without it a file is not whole. @param lines between the first line and this one */
function lastLine(lines: number): string {
  return `${JSON.stringify({ service: 'api-gateway', kind: 'end', data: { lines } })}\n`;
}
