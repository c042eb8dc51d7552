import { Inject, Injectable } from '@nestjs/common';
import { isUserDataOwner, ServiceName, SERVICES, USER_DATA_OWNERS, ownerOf } from '@tributary/contracts';
import { CommandClient, CommandTimeoutError, reachFaultPoint } from '@tributary/messaging';
import { enqueueJobs, Job, JobKind, JobRunner, Next, Progress } from '@tributary/jobs';
import { Database, Tx } from '@tributary/persistence';
import { UserDataPiece, UserDataPlace, UserDataReader } from '@tributary/service';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { readExport, requestExport } from './user-exports';
import { insertExportPart, saveExportProgress } from './user-exports.store';

const TIMEOUT_MS = 10_000;
/** The pause before the gateway calls a service again that sent no reply. */
const SILENT_MS = 1000;

const compressed = promisify(gzip);

/** The current service by its index, the position in its data, and how much is stored already. */
interface Cursor {
  readonly service: number;
  readonly place: UserDataPlace | null;
  readonly parts: number;
  readonly lines: number;
}

const BEGINNING: Cursor = { service: 0, place: null, parts: 0, lines: 0 };

/** The key is the export's id. */
type ExportJob = Job<unknown, Cursor>;

/** A piece of the file, and the position of the next one. */
interface Part extends Cursor {
  readonly text: string;
}

/**
 * Collects a user's data from all five services, one small piece after another, each saved with the position of the
 * next: a crash costs a piece. Erasing the user deletes the job's row, and with it everything collected.
 */
@Injectable()
export class ExportJobs implements JobKind<unknown, Cursor> {
  readonly kind = 'user_exports';

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(UserDataReader) private readonly reader: UserDataReader,
    @Inject(CommandClient) private readonly commands: CommandClient,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
    @Inject(JobRunner) private readonly jobs: JobRunner,
  ) {
    jobs.add(this);
  }

  /** Begins an export, unless there is one. */
  async begin(userId: number) {
    await this.database.transaction(async (tx) => {
      const begun = await requestExport(tx, userId);
      if (begun !== null) await enqueueJobs(tx, this.kind, [{ key: begun, userId, payload: {} }]);
    });
    this.jobs.wake();
    return readExport(this.database, userId);
  }

  async step(job: ExportJob): Promise<Progress> {
    const at = job.cursor ?? BEGINNING;
    const part = await this.nextPart(job.userId, at);
    if (!part) return job.save(() => Promise.resolve({ cursor: at, afterMs: SILENT_MS }));
    const content = await compressed(part.text);
    const progress = await job.save((tx) => this.save(tx, job.key, part, content));
    reachFaultPoint('export.advanced');
    return progress;
  }

  /** Null if the service sent no reply. */
  private async nextPart(userId: number, at: Cursor): Promise<Part | null> {
    const service = SERVICES[at.service];
    const piece = service === undefined ? NOTHING : await this.read(service, userId, at.place);
    if (!piece) return null;
    const next = piece.next || service === undefined ? at.service : at.service + 1;
    const lines = at.lines + (piece.text.match(/\n/g)?.length ?? 0);
    const isLast = next === SERVICES.length;
    const text = (at.parts === 0 ? firstLine() : '') + piece.text + (isLast ? lastLine(lines) : '');
    return { text, service: next, place: piece.next, parts: at.parts + 1, lines };
  }

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

  private async save(tx: Tx, id: string, { text, ...cursor }: Part, content: Buffer): Promise<Next<Cursor>> {
    const isLast = cursor.service === SERVICES.length;
    const { service, parts, lines } = cursor;
    const isSaved = await saveExportProgress(tx, id, {
      service,
      parts,
      lines,
      bytesAdded: Buffer.byteLength(text),
      isLast,
      hours: this.config.exportKeptHours,
    });
    if (!isSaved) return 'done'; // the user was deleted
    await insertExportPart(tx, id, parts - 1, content);
    return isLast ? 'done' : { cursor };
  }
}

const NOTHING: UserDataPiece = { text: '', next: null };

function firstLine(): string {
  const data = { format: 'tributary-export', version: 1, exported_at: new Date().toISOString() };
  return `${JSON.stringify({ service: 'api-gateway', kind: 'export', data })}\n`;
}

/** The last line of a file, which shows that the file is complete. @param lines between the first line and this one */
function lastLine(lines: number): string {
  return `${JSON.stringify({ service: 'api-gateway', kind: 'end', data: { lines } })}\n`;
}
