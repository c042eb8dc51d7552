import { PayloadTooLargeException } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const digests = new WeakMap<IncomingMessage, string>();

/**
 * The bytes of a file as they arrive. A repeated request is compared by their hash, because the file is never in
 * memory as a whole.
 * @throws PayloadTooLargeException
 */
export async function* bytesOfFile(request: IncomingMessage, bytesMax: number): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new PayloadTooLargeException();
    digest.update(chunk);
    yield chunk;
  }
  digests.set(request, digest.digest('hex'));
}

/** The hash of the file that the request sent; reads the rest of it. @throws PayloadTooLargeException */
export async function digestOfFile(request: IncomingMessage, bytesMax: number): Promise<string> {
  const bytes = bytesOfFile(request, bytesMax);
  while (!digests.has(request)) await bytes.next();
  return digests.get(request) ?? '';
}
