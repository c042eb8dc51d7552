import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { Problem } from '@tributary/contracts';
import { changed } from '@tributary/http';
import { Database } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint, FILE_TYPES } from '../../rest/openapi/endpoint';
import { ExportJobs } from '../../identity/export/export-jobs';
import { UserExport } from './user-export.schema';
import { openExport, readExport } from '../../identity/export/user-exports';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The user's exports: requested, collected in the background, and downloaded. */
@ApiTags('Account: User')
@Controller('user')
export class UserExportsController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ExportJobs) private readonly jobs: ExportJobs,
  ) {}

  @Post('exports')
  @Endpoint({
    summary: 'Ask for everything that is kept of the user',
    description:
      'It is put together in the background: `GET /user/exports` shows its progress, `GET /user/export` hands it over. A user has one at ' +
      'a time: asking again before it expires gives the present one.',
    scopes: 'owner',
    status: 202,
    answer: changed('Export requested.', UserExport),
  })
  async request(@Granted() { userId }: Access) {
    const data = await this.jobs.begin(userId);
    if (!data) throw Problem.notFound();
    return { message: 'Export requested.', data };
  }

  @Get('exports')
  @Endpoint({
    summary: 'Show the present export and how far it is',
    scopes: 'owner',
    answer: Type.Object({ data: Type.Array(UserExport, { maxItems: 1 }) }),
  })
  async list(@Granted() { userId }: Access) {
    const present = await readExport(this.database, userId);
    return { data: present ? [present] : [] };
  }

  @Get('export')
  @Endpoint({
    summary: 'Download all data of the user',
    description:
      'One JSON object a line, `{"service", "kind", "data"}`; the last has the kind `end` and the number of lines between the first and ' +
      'itself. Secrets, and hashes of them, are left out. 404 until a requested export is ready.',
    scopes: 'owner',
    of: 'resource',
    answer: 'lines',
  })
  async fetch(@Granted() { userId }: Access, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const kept = await openExport(this.database, userId);
    if (!kept) throw Problem.notFound();
    sendExport(request, reply, kept);
  }
}

/** Sends the export as stored if the client accepts gzip, else unpacked on the way, at the client's pace. */
function sendExport(request: FastifyRequest, reply: FastifyReply, kept: Readable): FastifyReply {
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
