import { Queryable } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';

/** What a sealed piece belongs to. */
export function pieceContext(importId: string, index: string): string {
  return `file_import_pieces.piece:${importId}:${index}`;
}

/** The pieces of a file in their order, one at a time. */
export async function* readPieces(
  database: Queryable,
  box: SecretBox,
  importId: number,
): AsyncGenerator<Uint8Array, undefined> {
  for (let index = 0; ; index += 1) {
    const [piece] = await database.query<{ piece_sealed: string }>(
      'select piece_sealed from file_import_pieces where import_id = $1 and index = $2',
      [importId, index],
    );
    if (!piece) return undefined;
    yield Buffer.from(box.open(piece.piece_sealed, pieceContext(String(importId), String(index))), 'base64');
  }
}
