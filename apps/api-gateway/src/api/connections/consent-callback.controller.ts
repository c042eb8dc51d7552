import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../rest/openapi/endpoint';
import { browserReturn, CALLBACK_QUERY } from '../../identity/setups/browser-return';
import { RequestUrl } from '../../rest/lists/query.guard';
import { returnPath } from '../../identity/setups/setup-kinds';

const CONNECTIONS_PATH = '/finance/connections';

/** The address of the callback, by the address of a request to the connections. */
export function callbackUrlFor(requestUrl: string): string {
  const base = requestUrl.slice(0, requestUrl.indexOf(CONNECTIONS_PATH));
  return `${base}${CONNECTIONS_PATH}/callback`;
}

/**
 * Institutions redirect the user's browser here. The route is public: the next page checks which browser may complete
 * the setup.
 */
@ApiTags('Finance: Connections')
@Controller('finance/connections/callback')
export class ConsentCallbackController {
  @Get()
  @Header('Cache-Control', 'no-store')
  @Header('Referrer-Policy', 'no-referrer')
  @Endpoint({
    summary: 'The institution sends the user back',
    description:
      'No token: the query contains the state of one setup (`state` or `ref`). The browser is redirected to a page of ' +
      'ours. If it is the one in which the user confirmed, the setup is completed and the browser goes on to the ' +
      '`redirect_url`; if not, the consent is ended at the institution.',
    scopes: 'open',
    query: CALLBACK_QUERY,
    of: 'resource',
    answer: 'redirect',
  })
  back(@RequestUrl() url: string): { url: string } {
    browserReturn(url);
    return { url: returnPath('INSTITUTION', new URL(url).search) };
  }
}
