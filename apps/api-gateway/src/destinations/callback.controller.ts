import { Get, Header, Inject } from '@nestjs/common';
import { Endpoint } from '../openapi/endpoint';
import { browserReturn, CALLBACK_QUERY } from '../query/browser-return';
import { RequestUrl } from '../query/query.guard';
import { DestinationKind } from './destination-kind';
import { DestinationWrites } from './destination-writes';

/** Where a destination sends the user's browser. Public: the state that it brings belongs to one setup, and ends it. */
export function callbackRoute(kind: DestinationKind) {
  class CallbackRoute {
    constructor(@Inject(DestinationWrites) readonly writes: DestinationWrites) {}

    @Get()
    @Header('Cache-Control', 'no-store')
    @Header('Referrer-Policy', 'no-referrer')
    @Endpoint({
      summary: `${kind.type} sends the user back`,
      description:
        'No token: the query holds the `state` of one authorization. It is ended, and the browser sent on to the ' +
        '`redirect_url` that it was begun with, with `outcome` (given, refused, conflict, unavailable) and, where ' +
        'access was given, `connection_id`.',
      scopes: 'open',
      query: CALLBACK_QUERY,
      of: 'resource',
      answer: 'redirect',
    })
    async back(@RequestUrl() url: string): Promise<{ url: string }> {
      return { url: await this.writes.complete(kind, browserReturn(url)) };
    }
  }
  return CallbackRoute;
}
