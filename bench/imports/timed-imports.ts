import {
  ApplyFileImport,
  BeginFileImport,
  CommandContract,
  CommandPayload,
  CommandResult,
  CreateAccount,
  DiscardFileImport,
  EndFileUpload,
  FILE_PIECE_BYTES_MAX,
  FileImport,
  FileImportStatus,
  ownerOf,
  ShowFileImport,
  StoreFilePiece,
  UndoFileImport,
} from '@tributary/contracts';
import { CommandClient } from '@tributary/messaging';
import { RunningService } from '@tributary/service';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 100;

/** Imports of one user, as the gateway makes them. */
export class TimedImports {
  constructor(
    private readonly service: RunningService,
    private readonly user: number,
  ) {}

  async createAccount(): Promise<number> {
    const account = { name: 'Bench', currency: 'EUR', category: 'BANK', cashAccountType: null } as const;
    return (await this.send(CreateAccount, account)).id;
  }

  /** Sends the file in pieces, and reads no more of it at once. */
  async upload(file: string, financialAccountId: number): Promise<number> {
    const fileName = path.basename(file);
    const { id: importId } = await this.send(BeginFileImport, { fileName, financialAccountId });
    let index = 0;
    for await (const piece of createReadStream(file, { highWaterMark: FILE_PIECE_BYTES_MAX })) {
      await this.send(StoreFilePiece, { importId, index, piece: (piece as Buffer).toString('base64') });
      index += 1;
    }
    await this.send(EndFileUpload, { importId, pieces: index });
    return importId;
  }

  preview(importId: number): Promise<FileImport['document']> {
    return this.until(importId, 'READY');
  }

  async apply(importId: number): Promise<FileImport['document']> {
    await this.send(ApplyFileImport, { importId });
    return this.until(importId, 'APPLIED');
  }

  async undo(importId: number): Promise<FileImport['document']> {
    await this.send(UndoFileImport, { importId });
    return this.until(importId, 'UNDONE');
  }

  discard(importId: number): Promise<unknown> {
    return this.send(DiscardFileImport, { importId });
  }

  private send<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
  ): Promise<CommandResult<C>> {
    const client = this.service.app.get(CommandClient);
    return client.send(contract, payload, { caller: ownerOf(this.user), key: this.user, timeoutMs: 60_000 });
  }

  private async until(importId: number, wanted: FileImportStatus): Promise<FileImport['document']> {
    for (;;) {
      const { document } = await this.send(ShowFileImport, { importId });
      if (document.error !== null) throw new Error(`the import ended: ${document.error}`);
      if (document.status === wanted) return document;
      await pause(POLL_MS);
    }
  }
}
