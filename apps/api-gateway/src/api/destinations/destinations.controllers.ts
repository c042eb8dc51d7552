import { Body, Controller, Post, Type } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { ALL_DESTINATIONS, AnyDestination } from '@tributary/contracts';
import { BodyPipe, changed } from '@tributary/http';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { RequestUrl } from '../../rest/lists/query.guard';
import { callbackRoute } from './callback.controller';
import { categoryRoutes } from './categories.controller';
import { CONNECT_BODIES, type ConnectBody } from './connect.bodies';
import { connectBy } from './connect-by';
import { authorizedConnectionRoutes, connectionRoutes } from './connections.controller';
import { DESTINATION_KINDS, DestinationKind } from './destination-kinds';
import { titleOf } from './destination.schema';
import { levelRoutes } from './levels.controller';

/** The routes of every destination, made from the descriptors. */
export const DESTINATION_CONTROLLERS = ALL_DESTINATIONS.flatMap(controllersOf);

function controllersOf(one: AnyDestination): Type[] {
  const kind = DESTINATION_KINDS[one.type];
  const byLink = one.connect.besideLink !== undefined;
  return [
    // The callback before the connections: its path would be one of their ids.
    ...(byLink ? [at(kind, 'connections/callback', `${titleOf(one)}Callback`, callbackRoute(kind))] : []),
    at(kind, 'connections', `${titleOf(one)}Connections`, connectRoute(one, kind, byLink)),
    ...(one.hasCategories
      ? [
          at(
            kind,
            `connections/:${kind.connection.idName}/categories`,
            `${titleOf(one)}Categories`,
            categoryRoutes(kind),
          ),
        ]
      : []),
    ...(['unit', 'target'] as const).map((level) => {
      const { plural, resource } = one[level];
      return at(kind, plural.replaceAll('_', '-'), `${resource}s`, levelRoutes(kind, level));
    }),
  ];
}

/** A controller under that path. Its name is the prefix of its operations in the OpenAPI document. */
function at(kind: DestinationKind, path: string, name: string, Routes: Type): Type {
  class Routed extends Routes {}
  Object.defineProperty(Routed, 'name', { value: `${name}Controller` });
  ApiTags(`Destinations: ${kind.type}`)(Routed);
  Controller(`destinations/${kind.path}/${path}`)(Routed);
  return Routed;
}

function connectRoute(one: AnyDestination, kind: DestinationKind, byLink: boolean): Type {
  const { summary, description } = one.connect;
  const body = CONNECT_BODIES[one.type];

  class ConnectRoute extends (byLink ? authorizedConnectionRoutes(kind) : connectionRoutes(kind)) {
    @Post()
    @ApiBody({ type: body })
    @Endpoint({
      summary,
      description,
      scopes: ['destinations:write'],
      status: 201,
      answer: changed('Destination connection created.', kind.connection.schema),
    })
    async connect(
      @Granted() access: Access,
      @Body(new BodyPipe(body)) asked: ConnectBody,
      @RequestUrl() url: string,
    ) {
      const data = await connectBy(this.writes, access, one, asked, url);
      return { message: 'Destination connection created.', data };
    }
  }
  return ConnectRoute;
}
