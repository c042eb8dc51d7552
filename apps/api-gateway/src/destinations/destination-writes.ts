import { Inject, Injectable } from '@nestjs/common';
import {
  ChangedDestination,
  CompleteDestinationAuthorization,
  ConnectDestination,
  DeleteDestination,
  DestinationCredentials,
  Problem,
  RefreshDestination,
  StartDestinationAuthorization,
  NO_USER,
} from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { Access } from '../auth/access';
import { CommandOptions, Commands } from '../commands';
import { destinationRows, DESTINATIONS } from '../query-model/destinations.projection';
import { project } from '../query-model/project';
import { resourceRow, TRANSFER_LINKS } from '../query-model/resources.projection';
import { writeModelNow } from '../query-model/model-writes';
import { BrowserReturn, keyOfState } from '../query/browser-return';
import { Setups } from '../setups/setups';
import { DestinationKind } from './destination-kind';
import { Resource, toConnection } from './destination.resource';

/** Who asks, and with which `Idempotency-Key`. */
export interface Asker {
  readonly access: Access;
  readonly idempotencyKey: string | undefined;
}

/** The caller is a browser without a token: what it may do lies in the state that it brings. */
const ANYONE = { caller: NO_USER, holder: 'anyone' };

/** Changes go to their owner; what comes back is in the query model before the answer. */
@Injectable()
export class DestinationWrites {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(Setups) private readonly setups: Setups,
  ) {}

  async connect(
    asker: Asker,
    kind: DestinationKind,
    name: string | undefined,
    credentials: DestinationCredentials,
  ): Promise<Resource> {
    const payload = { ...(name === undefined ? {} : { name }), credentials };
    const options = callingOut(asker, asker.access.userId);
    return this.shown(kind, await this.commands.send(ConnectDestination, payload, options));
  }

  /** `connectionId`: null begins a new connection. The answer holds the page where the user confirms. */
  async authorize(
    { access, idempotencyKey }: Asker,
    kind: DestinationKind,
    route: {
      connectionId: number | null;
      name: string | undefined;
      redirectUrl: string;
    },
    requestUrl: string,
  ): Promise<Resource> {
    const { name, ...asked } = route;
    const callbackUrl = callbackUrlFor(requestUrl, kind);
    const { begun, authUrl } = await this.setups.begin(
      { access, kind: kind.type, redirectUrl: asked.redirectUrl, requestUrl },
      () =>
        this.commands.send(
          StartDestinationAuthorization,
          { destinationType: kind.type, ...asked, callbackUrl, ...(name === undefined ? {} : { name }) },
          { access, key: asked.connectionId ?? access.userId, idempotencyKey },
        ),
      ({ destination }) => destination.connectionId,
    );
    return { ...(await this.shown(kind, begun.destination)), auth_url: authUrl };
  }

  /** The browser is back: where it goes next. @throws Problem (not_found) */
  async complete(
    kind: DestinationKind,
    { state, callback }: BrowserReturn,
    browserConfirmed: boolean,
  ): Promise<string> {
    const { outcome, redirectUrl, destinations, connectionId } = await this.commands.send(
      CompleteDestinationAuthorization,
      { destinationType: kind.type, state, callback, browserConfirmed },
      { access: ANYONE, key: keyOfState(state), idempotencyKey: undefined, callsOut: true },
    );
    for (const destination of destinations) await this.project(destination);
    const target = new URL(redirectUrl);
    if (connectionId !== null) target.searchParams.set('connection_id', String(connectionId));
    target.searchParams.set('outcome', outcome.toLowerCase());
    return target.href;
  }

  async refresh(asker: Asker, kind: DestinationKind, connectionId: number): Promise<Resource> {
    const payload = { destinationType: kind.type, connectionId };
    const options = callingOut(asker, connectionId);
    return this.shown(kind, await this.commands.send(RefreshDestination, payload, options));
  }

  async delete(
    { access, idempotencyKey }: Asker,
    kind: DestinationKind,
    connectionId: number,
  ): Promise<void> {
    const payload = { destinationType: kind.type, connectionId };
    const options = { access, key: connectionId, idempotencyKey };
    const { destination, links } = await this.commands.send(DeleteDestination, payload, options);
    await this.project(destination);
    await writeModelNow(this.database, (tx) => project(tx, TRANSFER_LINKS, links.map(resourceRow)));
  }

  private async shown(kind: DestinationKind, destination: ChangedDestination): Promise<Resource> {
    await this.project(destination); // so that the caller reads what it wrote
    const resource = destination.resources.find((one) => one.kind === 'CONNECTION');
    if (!resource) throw Problem.notFound();
    return toConnection(kind, {
      id: resource.id,
      connection_id: resource.id,
      created_at: new Date(resource.createdAt),
      updated_at: new Date(resource.updatedAt),
      document: resource.document,
    });
  }

  private project(destination: ChangedDestination): Promise<void> {
    return writeModelNow(this.database, (tx) => project(tx, DESTINATIONS, destinationRows(destination)));
  }
}

/** The address of the callback, by the address of a request to the connections. */
function callbackUrlFor(requestUrl: string, { path }: DestinationKind): string {
  const connections = `/destinations/${path}/connections`;
  return `${requestUrl.slice(0, requestUrl.indexOf(connections))}${connections}/callback`;
}

function callingOut({ access, idempotencyKey }: Asker, key: number): CommandOptions {
  return { access, key, idempotencyKey, callsOut: true };
}
