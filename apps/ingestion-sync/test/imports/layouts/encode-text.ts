/**
 * Encodes a text in any encoding that `TextDecoder` knows; Node decodes them all, but encodes only Unicode. Characters
 * that the encoding lacks lose their accents, or become a question mark.
 */
export function encodeText(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
  const table = tableOf(encoding);
  return Buffer.concat([...text].map((character) => bytesOf(character, table)));
}

function bytesOf(character: string, table: ReadonlyMap<string, Buffer>): Buffer {
  const plain = character.normalize('NFD').replace(/\p{M}/gu, '');
  return table.get(character) ?? table.get(plain) ?? Buffer.from('?');
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>();

function tableOf(encoding: string): ReadonlyMap<string, Buffer> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, Buffer>();
  const add = (...bytes: number[]): void => {
    const character = decoder.decode(Uint8Array.from(bytes));
    if ([...character].length === 1 && character !== '\ufffd' && !table.has(character)) {
      table.set(character, Buffer.from(bytes));
    }
  };
  for (let byte = 0; byte < 256; byte += 1) add(byte);
  if (/^(gb|shift_jis|euc)/.test(encoding)) {
    for (let lead = 0x81; lead < 0xff; lead += 1)
      for (let byte = 0x40; byte < 0xff; byte += 1) add(lead, byte);
  }
  tables.set(encoding, table);
  return table;
}
