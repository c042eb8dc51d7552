import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CompleteConsent, NO_USER } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { Commands } from '../commands';
import { Endpoint } from '../openapi/endpoint';
import { browserReturn, CALLBACK_QUERY, keyOfState } from '../query/browser-return';
import { RequestUrl } from '../query/query.guard';
import { project } from '../query-model/project';
import { CONNECTIONS, resourceRow } from '../query-model/resources.projection';
import { writeModelNow } from '../query-model/model-writes';
import { idText } from '../wire-values';

const CONNECTIONS_PATH = '/finance/connections';

/** The caller is a browser without a token: what it may do lies in the state that it brings. */
const ANYONE = { caller: NO_USER, holder: 'anyone' };

/** The address of the callback, by the address of a request to the connections. */
export function callbackUrlFor(requestUrl: string): string {
  const base = requestUrl.slice(0, requestUrl.indexOf(CONNECTIONS_PATH));
  return `${base}${CONNECTIONS_PATH}/callback`;
}

/** Where institutions send the user's browser. Public: the state that it brings belongs to one setup, and ends it. */
@ApiTags('Finance: Connections')
@Controller('finance/connections/callback')
export class ConsentCallbackController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Header('Referrer-Policy', 'no-referrer')
  @Endpoint({
    summary: 'The institution sends the user back',
    description:
      'No token: the query holds the state of one setup (`state` or `ref`). The setup is ended, and the browser ' +
      'sent on to the `redirect_url` that it was begun with.',
    scopes: 'open',
    query: CALLBACK_QUERY,
    of: 'resource',
    answer: 'redirect',
  })
  async back(@RequestUrl() url: string): Promise<{ url: string }> {
    const { state, callback } = browserReturn(url);
    const { redirectUrl, outcome, connection } = await this.commands.send(
      CompleteConsent,
      { state, callback },
      { access: ANYONE, key: keyOfState(state), idempotencyKey: undefined, callsOut: true },
    );
    await writeModelNow(this.database, (tx) => project(tx, CONNECTIONS, [resourceRow(connection)]));
    const target = new URL(redirectUrl);
    target.searchParams.set('connection_id', idText(connection.id));
    target.searchParams.set('outcome', outcome.toLowerCase());
    return { url: target.href };
  }
}
