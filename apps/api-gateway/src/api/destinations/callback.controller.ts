import { Get, Header } from '@nestjs/common';
import { Endpoint } from '../../rest/openapi/endpoint';
import { browserReturn, CALLBACK_QUERY } from '../../identity/setups/browser-return';
import { RequestUrl } from '../../rest/lists/query.guard';
import { returnPath } from '../../identity/setups/setup-kinds';
import { DestinationKind } from './destination-kinds';

/**
 * Route to which a destination redirects the user's browser. It is public: the next page checks which browser may
 * complete the setup.
 */
export function callbackRoute(kind: DestinationKind) {
  class CallbackRoute {
    @Get()
    @Header('Cache-Control', 'no-store')
    @Header('Referrer-Policy', 'no-referrer')
    @Endpoint({
      summary: `${kind.type} sends the user back`,
      description:
        'No token: the query contains the `state` of one authorization. The browser is redirected to a page of ours. If ' +
        'it is the one in which the user confirmed, the authorization is completed and the browser goes on to the ' +
        '`redirect_url` with `outcome` (given, refused, conflict, unavailable) and, if access was given, ' +
        '`connection_id`; if not, no access is created.',
      scopes: 'open',
      query: CALLBACK_QUERY,
      of: 'resource',
      answer: 'redirect',
    })
    back(@RequestUrl() url: string): { url: string } {
      browserReturn(url);
      return { url: returnPath(kind.type, new URL(url).search) };
    }
  }
  return CallbackRoute;
}
