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
  UpdateDestination,
} from '@tributary/contracts';
import { Access } from '../../identity/access/access';
import { Setups } from '../../identity/setups/setups';
import { CommandOptions, Commands } from '../../rest/commands';
import { BrowserReturn, keyOfState } from '../../identity/setups/browser-return';
import type { UpdateDestinationBody } from './connect.bodies';
import { DestinationKind } from './destination-kinds';
import { Resource, toConnection } from './destination.resource';

/** The caller is a browser without a token: the state that it brings decides what it may do. */
const ANYONE = { caller: NO_USER, holder: 'anyone' };

/** Changes destinations by commands to their owner. */
@Injectable()
export class DestinationWrites {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Setups) private readonly setups: Setups,
  ) {}

  async connect(
    access: Access,
    kind: DestinationKind,
    name: string | undefined,
    credentials: DestinationCredentials,
  ): Promise<Resource> {
    const payload = { ...(name === undefined ? {} : { name }), credentials };
    const options = callingOut(access, access.userId);
    return shown(kind, await this.commands.change(ConnectDestination, payload, options));
  }

  /**
   * Begins an authorization; the result contains the page where the user confirms. @param route.connectionId null
   * begins a new connection
   */
  async authorize(
    access: Access,
    kind: DestinationKind,
    route: {
      connectionId: number | null;
      name: string | undefined;
      redirectUrl: string;
      /** Fields that the user typed beside granting access. */
      given?: Readonly<Record<string, unknown>>;
    },
    requestUrl: string,
  ): Promise<Resource> {
    const { name, ...asked } = route;
    const callbackUrl = callbackUrlFor(requestUrl, kind);
    const { begun, authUrl } = await this.setups.begin(
      { access, kind: kind.type, redirectUrl: asked.redirectUrl, requestUrl },
      () =>
        this.commands.change(
          StartDestinationAuthorization,
          { destinationType: kind.type, ...asked, callbackUrl, ...(name === undefined ? {} : { name }) },
          { access, key: asked.connectionId ?? access.userId },
        ),
      ({ destination }) => destination.connectionId,
    );
    return { ...shown(kind, begun.destination), auth_url: authUrl };
  }

  /**
   * Completes an authorization when the browser comes back. @returns the address to redirect it to @throws Problem
   * (not_found)
   */
  async complete(
    kind: DestinationKind,
    { state, callback }: BrowserReturn,
    browserConfirmed: boolean,
  ): Promise<string> {
    const { outcome, redirectUrl, connectionId } = await this.commands.change(
      CompleteDestinationAuthorization,
      { destinationType: kind.type, state, callback, browserConfirmed },
      { access: ANYONE, key: keyOfState(state), callsOut: true },
    );
    const target = new URL(redirectUrl);
    if (connectionId !== null) target.searchParams.set('connection_id', String(connectionId));
    target.searchParams.set('outcome', outcome.toLowerCase());
    return target.href;
  }

  async refresh(access: Access, kind: DestinationKind, connectionId: number): Promise<Resource> {
    const payload = { destinationType: kind.type, connectionId };
    const options = callingOut(access, connectionId);
    return shown(kind, await this.commands.change(RefreshDestination, payload, options));
  }

  async update(
    access: Access,
    kind: DestinationKind,
    connectionId: number,
    { name, enabled, sync_balances: syncBalances }: UpdateDestinationBody,
  ): Promise<Resource> {
    const payload = {
      destinationType: kind.type,
      connectionId,
      ...(name === undefined ? {} : { name }),
      ...(enabled === undefined ? {} : { enabled }),
      ...(syncBalances === undefined ? {} : { syncBalances }),
    };
    return shown(kind, await this.commands.change(UpdateDestination, payload, { access, key: connectionId }));
  }

  async delete(access: Access, kind: DestinationKind, connectionId: number): Promise<void> {
    const payload = { destinationType: kind.type, connectionId };
    const options = { access, key: connectionId };
    await this.commands.change(DeleteDestination, payload, options);
  }
}

function shown(kind: DestinationKind, destination: ChangedDestination): Resource {
  const resource = destination.resources.find((one) => one.kind === 'CONNECTION');
  if (!resource) throw Problem.notFound();
  return toConnection(kind, {
    id: resource.id,
    connection_id: resource.id,
    created_at: new Date(resource.createdAt),
    updated_at: new Date(resource.updatedAt),
    document: { ...resource.document },
  });
}

/** The address of the callback, by the address of a request to the connections. */
function callbackUrlFor(requestUrl: string, { path }: DestinationKind): string {
  const connections = `/destinations/${path}/connections`;
  return `${requestUrl.slice(0, requestUrl.indexOf(connections))}${connections}/callback`;
}

function callingOut(access: Access, key: number): CommandOptions {
  return { access, key, callsOut: true };
}
