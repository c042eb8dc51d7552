import { isUtf8 } from 'node:buffer';
import { STATEMENT_LIMITS } from '../limits';

/** Turns the bytes of a file into text, piece by piece: the same text however the bytes are cut. */
export interface TextDecoding {
  decode(bytes: Uint8Array): string;
  end(): string;
}

/**
 * A decoder for the encoding. Banks declare one encoding and write another: what is said to be UTF-8, ASCII or
 * Windows-1252 is read by lines, as UTF-8 where a line is valid and as Windows-1252 where it is not.
 * @param label as files write it; one that is unknown counts as not given
 */
export function decodeText(label: string | null): TextDecoding {
  const name = canonicalEncoding(label);
  return name === 'utf-8' ? new LinesOfTwoEncodings() : new OneEncoding(name);
}

/** The name by which Node decodes the encoding; `utf-8` for what may be that. */
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
      // Not an encoding: the next way to write it.
    }
  }
  return 'utf-8';
}

/** Always streams: Node 20 takes Windows-1252 for Latin-1 where it decodes in one go. */
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

  /** Newlines are the same byte in both encodings, so a block is valid where all its lines are. */
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
 * Where a line that does not end is cut: at the same byte however the file came in, and not within a character of
 * several bytes.
 */
function cutLongLine(bytes: Uint8Array, from: number): number {
  let cut = from + STATEMENT_LIMITS.lineBytes;
  for (let back = 0; back < 3 && ((bytes[cut] ?? 0) & 0xc0) === 0x80; back += 1) cut -= 1;
  return cut;
}
