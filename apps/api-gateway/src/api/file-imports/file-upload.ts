import { Inject, Injectable, PayloadTooLargeException } from '@nestjs/common';
import {
  BeginFileImport,
  DiscardFileImport,
  EndFileUpload,
  FILE_BYTES_MAX,
  FILE_NAME_LENGTH_MAX,
  FILE_PIECE_BYTES_MAX,
  FileImport,
  Problem,
  StoreFilePiece,
} from '@tributary/contracts';
import { readId } from '@tributary/http';
import { outsideRequests } from '@tributary/persistence';
import type { IncomingMessage } from 'node:http';
import { Commands } from '../../rest/commands';
import { bytesOfFile } from '../../rest/idempotency/file-body';
import { Access } from '../../identity/access/access';

/** Parsed query of an upload. */
export interface UploadQuery {
  readonly fileName: string;
  readonly financialAccountId: number | null;
}

/** @throws Problem (invalid) */
export function uploadQueryOf(url: string): UploadQuery {
  const query = new URL(url).searchParams;
  const unknown = [...query.keys()].find((name) => name !== 'file_name' && name !== 'financial_account_id');
  if (unknown !== undefined) throw Problem.invalid({ [unknown]: ['There is no such parameter.'] });
  const repeated = [...query.keys()].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) throw Problem.invalid({ [repeated]: [`The ${repeated} must be sent once.`] });
  const fileName = query.get('file_name')?.trim() ?? '';
  if (fileName === '' || fileName.length > FILE_NAME_LENGTH_MAX) {
    throw Problem.invalid({
      file_name: [`The file_name must have 1 to ${FILE_NAME_LENGTH_MAX} characters.`],
    });
  }
  const id = query.get('financial_account_id');
  const financialAccountId = id === null ? null : readId(id);
  if (financialAccountId !== null && typeof financialAccountId !== 'number') {
    throw Problem.invalid({ financial_account_id: ['The financial_account_id must be an id.'] });
  }
  return { fileName, financialAccountId };
}

/** Sends files to their owner piece by piece; the gateway never has a whole file in memory. */
@Injectable()
export class FileUpload {
  constructor(@Inject(Commands) private readonly commands: Commands) {}

  /**
   * Receives an upload; one that breaks off leaves nothing. Its commands carry no `Idempotency-Key`: repeated with the
   * same key, it begins again instead of continuing with discarded pieces.
   * @throws PayloadTooLargeException
   * @throws Problem
   */
  async receive(access: Access, request: IncomingMessage, query: UploadQuery): Promise<FileImport> {
    if (Number(request.headers['content-length'] ?? 0) > FILE_BYTES_MAX) throw new PayloadTooLargeException();
    const options = { access, key: access.userId };
    const { id: importId } = await this.commands.ask(BeginFileImport, query, options);
    try {
      let index = 0;
      for await (const bytes of piecesOf(request)) {
        const piece = { importId, index, piece: bytes.toString('base64') };
        index += 1;
        await this.commands.ask(StoreFilePiece, piece, options);
      }
      if (index === 0) throw Problem.invalid({ body: ['The file is empty.'] });
      const end = { importId, pieces: index };
      return await this.commands.ask(EndFileUpload, end, options);
    } catch (error) {
      // An import that cannot be discarded now expires later; the client needs the first error.
      await outsideRequests(() => this.commands.ask(DiscardFileImport, { importId }, options)).catch(
        () => undefined,
      );
      throw error;
    }
  }
}

/** The body in pieces that fit into messages of the bus. @throws PayloadTooLargeException */
async function* piecesOf(request: IncomingMessage): AsyncIterable<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of bytesOfFile(request, FILE_BYTES_MAX)) {
    waiting.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < FILE_PIECE_BYTES_MAX) continue;
    const joined = Buffer.concat(waiting);
    const whole = joined.byteLength - (joined.byteLength % FILE_PIECE_BYTES_MAX);
    for (let at = 0; at < whole; at += FILE_PIECE_BYTES_MAX)
      yield joined.subarray(at, at + FILE_PIECE_BYTES_MAX);
    waiting = [joined.subarray(whole)];
    bytes = joined.byteLength - whole;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
