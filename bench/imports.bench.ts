import {
  ApplyFileImport,
  BeginFileImport,
  CommandContract,
  CommandPayload,
  CommandResult,
  CreateAccount,
  EndFileUpload,
  FILE_PIECE_BYTES_MAX,
  FileImportStatus,
  ownerOf,
  ShowFileImport,
  StoreFilePiece,
  UndoFileImport,
} from '@tributary/contracts';
import { startIngestionSync } from '@tributary/ingestion-sync';
import { CommandClient } from '@tributary/messaging';
import { provisionSchemas } from '@tributary/persistence';
import { createPino, RunningService, ServiceLogger } from '@tributary/service';
import { parse } from 'csv-parse';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { brokerFor } from './bench-broker';
import { inScratch, report, rounded, say, secondsOf, withPostgres } from './benchmark';
import { ingestionConfig } from './ingestion/path';

/**
 * A file from its upload to transactions with their events, imported again (every entry is known), and undone; beside it
 * csv-parse alone over the same file.
 *
 *   npm run bench -- imports        100,000 entries
 *   FULL=1 npm run bench -- imports 1,000,000
 */
const ENTRIES = process.env.FULL === '1' ? 1_000_000 : 100_000;
const DAYS = 2000;
const USER = 7;
const POLL_MS = 100;
const MEBIBYTE = 2 ** 20;

const LIMITS = { memory_mb: { max: 700 } };

async function main(): Promise<void> {
  await inScratch((scratch) => withPostgres(path.join(scratch, 'postgres'), ({ url }) => measure(url)));
}

async function measure(postgresUrl: string): Promise<void> {
  const urls = await provisionSchemas(postgresUrl, [{ schema: 'ingestion_sync', password: 'bench' }]);
  const key = randomBytes(32).toString('base64');
  const config = ingestionConfig(urls.get('ingestion_sync') ?? '', 'http://127.0.0.1:1', key);
  const logger = new ServiceLogger(createPino({ service: 'ingestion-sync', level: 'silent' }));
  const service = await startIngestionSync(config, { broker: brokerFor('ingestion-sync'), logger });
  const memory = new MemoryLevel();
  try {
    const imports = new TimedImports(service);
    const file = fileOf(ENTRIES);
    const bareSeconds = await secondsOf(() => parseAlone(file));
    const account = { name: 'Bench', currency: 'EUR', category: 'BANK', cashAccountType: null } as const;
    const { id } = await imports.send(CreateAccount, account);
    const first = await imports.import(file, id);
    const second = await imports.import(file, id);
    const undoSeconds = await secondsOf(() => imports.undo(first.importId));
    const storedSeconds = first.readSeconds + first.applySeconds;
    report('imports', {
      ratios: { memory_mb: memory.highestMb },
      figures: {
        entries: ENTRIES,
        file_mb: rounded(file.byteLength / MEBIBYTE),
        bare_parse_rows_per_s: Math.round(ENTRIES / bareSeconds),
        rows_per_s: Math.round(ENTRIES / storedSeconds),
        upload_s: rounded(first.uploadSeconds),
        preview_s: rounded(first.readSeconds),
        apply_s: rounded(first.applySeconds),
        again_preview_s: rounded(second.readSeconds),
        again_apply_s: rounded(second.applySeconds),
        added: [first.added, second.added],
        undo_s: rounded(undoSeconds),
      },
      limits: LIMITS,
    });
  } finally {
    memory.stop();
    await service.stop();
  }
}

/** The process's resident memory, in which its threads are. */
class MemoryLevel {
  highestMb = 0;
  private readonly timer = setInterval(() => {
    this.highestMb = Math.max(this.highestMb, Math.round(process.memoryUsage().rss / MEBIBYTE));
  }, POLL_MS);

  stop(): void {
    clearInterval(this.timer);
  }
}

interface Timed {
  readonly importId: number;
  readonly uploadSeconds: number;
  readonly readSeconds: number;
  readonly applySeconds: number;
  readonly added: number;
}

class TimedImports {
  constructor(private readonly service: RunningService) {}

  send<C extends CommandContract>(contract: C, payload: CommandPayload<C>): Promise<CommandResult<C>> {
    const client = this.service.app.get(CommandClient);
    return client.send(contract, payload, { caller: ownerOf(USER), key: USER, timeoutMs: 60_000 });
  }

  async import(file: Buffer, financialAccountId: number): Promise<Timed> {
    const { id: importId } = await this.send(BeginFileImport, { fileName: 'bench.csv', financialAccountId });
    const uploadSeconds = await secondsOf(() => this.upload(importId, file));
    const readSeconds = await secondsOf(() => this.until(importId, 'READY'));
    const applySeconds = await secondsOf(async () => {
      await this.send(ApplyFileImport, { importId });
      await this.until(importId, 'APPLIED');
    });
    const { document } = await this.send(ShowFileImport, { importId });
    const timed = { importId, uploadSeconds, readSeconds, applySeconds, added: document.transactions_added };
    say(JSON.stringify(timed));
    return timed;
  }

  async undo(importId: number): Promise<void> {
    await this.send(UndoFileImport, { importId });
    await this.until(importId, 'UNDONE');
  }

  private async upload(importId: number, file: Buffer): Promise<void> {
    let index = 0;
    for (let at = 0; at < file.byteLength; at += FILE_PIECE_BYTES_MAX, index += 1) {
      const piece = file.subarray(at, at + FILE_PIECE_BYTES_MAX).toString('base64');
      await this.send(StoreFilePiece, { importId, index, piece });
    }
    await this.send(EndFileUpload, { importId, pieces: index });
  }

  private async until(importId: number, wanted: FileImportStatus): Promise<void> {
    for (;;) {
      const { status, error } = (await this.send(ShowFileImport, { importId })).document;
      if (error !== null) throw new Error(`the import ended: ${error}`);
      if (status === wanted) return;
      await pause(POLL_MS);
    }
  }
}

function fileOf(entries: number): Buffer {
  const rows = Array.from({ length: entries }, (_, index) => {
    const day = new Date(Date.UTC(2020, 0, 1 + Math.floor((index * DAYS) / entries)))
      .toISOString()
      .slice(0, 10);
    return `${day};Shop ${index % 97};-${(index % 50) + 1}.${String(index % 100).padStart(2, '0')};EUR`;
  });
  return Buffer.from(['Booking date;Payee;Amount;Currency', ...rows, ''].join('\r\n'));
}

async function parseAlone(file: Buffer): Promise<void> {
  for await (const row of Readable.from([file]).pipe(parse({ delimiter: ';' }))) void row;
}

void main();
