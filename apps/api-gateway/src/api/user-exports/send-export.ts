import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FILE_TYPES } from '../../rest/openapi/endpoint';

/** Sent as stored if the client accepts gzip, else unpacked on the way, at the client's pace. */
export function sendExport(request: FastifyRequest, reply: FastifyReply, kept: Readable): FastifyReply {
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (takesGzip) void reply.header('content-encoding', 'gzip');
  return reply
    .header('content-type', FILE_TYPES.lines)
    .header('content-disposition', 'attachment; filename="tributary-export.jsonl"')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding')
    .send(takesGzip ? kept : unpacked(kept));
}

function unpacked(kept: Readable): Readable {
  const unpacking = createGunzip();
  kept.on('error', (error) => unpacking.destroy(error));
  unpacking.on('close', () => kept.destroy());
  return kept.pipe(unpacking);
}
