import { isUtf8 } from 'node:buffer';
import { STATEMENT_LIMITS } from '../limits';

/** Decodes the bytes of a file piece by piece; the result does not depend on how they are split. */
export interface TextDecoding {
  decode(bytes: Uint8Array): string;
  end(): string;
}

/**
 * Returns a decoder for the encoding. Banks declare one encoding and use another: files declared as UTF-8, ASCII or
 * Windows-1252 are decoded by lines, as UTF-8 if the line is valid and otherwise as Windows-1252.
 * @param label as in files; an unknown one counts as absent
 */
export function decodeText(label: string | null): TextDecoding {
  const name = canonicalEncoding(label);
  return name === 'utf-8' ? new LinesOfTwoEncodings() : new OneEncoding(name);
}

/** Returns Node's name of the encoding; `utf-8` for those that may be UTF-8. */
function canonicalEncoding(label: string | null): string {
  if (
    label === null ||
    /^(us-?ascii|ascii|utf-?8|unicode|none|iso-?8859-?1|1252|(windows|cp)-?1252)$/i.test(label.trim())
  ) {
    return 'utf-8';
  }
  const plain = label.trim().toLowerCase();
  for (const candidate of [
    plain,
    `windows-${plain.replace(/^cp-?/, '')}`,
    plain.replace(/^iso-?8859/, 'iso-8859'),
  ]) {
    try {
      return new TextDecoder(candidate).encoding;
    } catch {
      // not an encoding: try the next spelling
    }
  }
  return 'utf-8';
}

/** Decodes one encoding as a stream, because Node 20 decodes a whole Windows-1252 text as Latin-1. */
class OneEncoding implements TextDecoding {
  private readonly decoder: InstanceType<typeof TextDecoder>;

  constructor(encoding: string) {
    this.decoder = new TextDecoder(encoding);
  }

  decode(bytes: Uint8Array): string {
    return this.decoder.decode(bytes, { stream: true });
  }

  end(): string {
    return this.decoder.decode();
  }
}

const NEWLINE = 10;
const BOM = [0xef, 0xbb, 0xbf];

class LinesOfTwoEncodings implements TextDecoding {
  private readonly windows = new TextDecoder('windows-1252');
  private rest: Uint8Array = new Uint8Array(0);
  private begun = false;

  decode(bytes: Uint8Array): string {
    const all = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    let cut = all.lastIndexOf(NEWLINE) + 1;
    while (all.length - cut > STATEMENT_LIMITS.lineBytes) cut = cutLongLine(all, cut);
    this.rest = Buffer.from(all.subarray(cut));
    return this.text(all.subarray(0, cut));
  }

  end(): string {
    const rest = this.rest;
    this.rest = new Uint8Array(0);
    return this.text(rest);
  }

  private text(block: Uint8Array): string {
    if (block.length === 0) return '';
    const bytes =
      this.begun || !BOM.every((byte, index) => block[index] === byte) ? block : block.subarray(3);
    this.begun = true;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return isUtf8(buffer) ? buffer.toString('utf8') : this.byLines(buffer);
  }

  /** Decodes a block. Newlines are the same byte in both encodings, so a valid block has only valid lines. */
  private byLines(buffer: Buffer): string {
    const texts: string[] = [];
    for (let at = 0; at < buffer.length;) {
      const end = pieceEnd(buffer, at);
      const line = buffer.subarray(at, end);
      texts.push(isUtf8(line) ? line.toString('utf8') : this.windows.decode(line, { stream: true }));
      at = end;
    }
    return texts.join('');
  }
}

function pieceEnd(buffer: Buffer, at: number): number {
  const newline = buffer.indexOf(NEWLINE, at);
  const end = newline === -1 ? buffer.length : newline + 1;
  return (newline === -1 ? end : newline) - at > STATEMENT_LIMITS.lineBytes ? cutLongLine(buffer, at) : end;
}

/**
 * Returns the position at which an endless line is split: independent of the pieces, and not within a multi-byte
 * character.
 */
function cutLongLine(bytes: Uint8Array, from: number): number {
  let cut = from + STATEMENT_LIMITS.lineBytes;
  for (let back = 0; back < 3 && ((bytes[cut] ?? 0) & 0xc0) === 0x80; back += 1) cut -= 1;
  return cut;
}
