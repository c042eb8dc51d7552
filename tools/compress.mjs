import { readFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WORTH_IT_BYTES = 1500;
// The best quality takes seconds for the last few hundredths.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/**
 * Compresses the text files below a folder, so that the server need not compress each response. Files that fit into one
 * or two network packets stay uncompressed.
 */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) =>
    /\.(js|css|svg|html|json)$/.test(file),
  );
  await Promise.all(files.map((file) => compress(path.join(folder, file))));
}

async function compress(file) {
  const content = readFileSync(file);
  if (content.length < WORTH_IT_BYTES) return;
  await Promise.all([
    promisify(brotliCompress)(content, BROTLI).then((small) => writeFile(`${file}.br`, small)),
    promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}
