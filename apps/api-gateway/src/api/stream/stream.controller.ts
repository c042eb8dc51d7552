import { Controller, Get, Inject, NotAcceptableException, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { CHANGED_RESOURCES } from '../../model/model-changes';
import { Streams } from './streams';

const TYPE = 'text/event-stream';

@ApiTags('Stream')
@Controller('stream')
export class StreamController {
  constructor(@Inject(Streams) private readonly streams: Streams) {}

  @Get()
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description:
      'The `id` of the last event that was received: the stream continues after it. `EventSource` sends it by itself.',
    schema: { type: 'string' },
  })
  @Endpoint({
    summary: 'Follow what changes',
    description:
      'Server-sent events, for as long as the client listens; the request must accept `text/event-stream`.\n\n' +
      '- `changed`: resources changed, and reading them shows it. `data` is `{"resource": "transactions", ' +
      '"ids": ["2231"], "account_ids": ["17"]}`. `ids` is empty where more than 100 changed at once, or the token ' +
      'may not know which. `account_ids` is left out where the resource is not one of accounts, or more than 100 are concerned. An event may come ' +
      'twice.\n' +
      '- `reset`: anything may have changed, because the events since `Last-Event-ID` are not kept any more (five ' +
      'minutes) or are too many: read again what you show.\n\n' +
      `Resources: ${CHANGED_RESOURCES.map((resource) => `\`${resource}\``).join(', ')}. A token hears of those that ` +
      'its scopes read, and of the accounts that it was granted. An `id` without an event, every 20 seconds, says where ' +
      'the stream is. The stream ends with the token or the session, and when what these may see changes. A client ' +
      'that does not read is disconnected.',
    scopes: [],
    answer: 'events',
  })
  async open(
    @Granted() access: Access,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!(request.headers.accept ?? '').toLowerCase().includes(TYPE)) {
      throw new NotAcceptableException(`This is a stream: send Accept: ${TYPE}.`);
    }
    if (request.method === 'HEAD') return void reply.header('content-type', TYPE).send();
    const { stream, first } = await this.streams.open(access, lastEventId(request), reply.raw);
    // The request may have timed out meanwhile, and its response been sent.
    if (reply.sent) return this.streams.leave(stream);
    reply.hijack();
    const headers = { 'content-type': TYPE, 'x-accel-buffering': 'no' };
    reply.raw.writeHead(200, { ...reply.getHeaders(), ...headers } as Record<string, string>);
    stream.begin(reply.raw, first);
  }
}

function lastEventId({ headers }: FastifyRequest): string | null {
  const value = headers['last-event-id'];
  return typeof value === 'string' && value !== '' ? value : null;
}
