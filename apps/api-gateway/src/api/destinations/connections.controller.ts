import { Body, Delete, Get, Inject, Param, Post, Put } from '@nestjs/common';
import { changed, dataOf, done, pageOf, paginated, PathIdPipe, type ResourceQuery } from '@tributary/http';
import type { ListDefinition, ListQuery, QueryDefinition } from '@tributary/http';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { AuthorizeDestinationBody, UpdateDestinationBody } from './connect.bodies';
import { DestinationKind } from './destination-kinds';
import { DestinationWrites } from './destination-writes';
import { destinationList } from './destinations.store';
import { DestinationsView } from './destinations.view';

/** The connection routes of all kinds, except creating a connection. */
export function connectionRoutes(kind: DestinationKind) {
  const { type } = kind;
  const list = destinationList(kind, 'connection');

  class ConnectionRoutes {
    constructor(
      @Inject(DestinationsView) readonly view: DestinationsView,
      @Inject(DestinationWrites) readonly writes: DestinationWrites,
    ) {}

    @Get()
    @Endpoint({
      summary: `List ${type} connections`,
      description: 'Connections whose authorization was never completed are left out.',
      scopes: ['destinations:read'],
      query: list,
      answer: pageOf(kind.connection.schema),
    })
    async list(
      @Granted() access: Access,
      @ParsedQuery() query: ListQuery<ListDefinition>,
      @RequestUrl() url: string,
    ) {
      const { data, total } = await this.view.page(access, kind, 'connection', query);
      return paginated({ data, total, page: query.page, url });
    }

    @Get(`:${kind.connection.idName}`)
    @Endpoint({
      summary: `Show a ${type} connection`,
      scopes: ['destinations:read'],
      of: 'resource',
      query: list.alone,
      answer: dataOf(kind.connection.schema),
    })
    async one(
      @Granted() access: Access,
      @Param(kind.connection.idName, PathIdPipe) id: number,
      @ParsedQuery() query: ResourceQuery<QueryDefinition>,
    ) {
      return { data: await this.view.one(access, kind, 'connection', id, query.includes) };
    }

    @Put(`:${kind.connection.idName}`)
    @Endpoint({
      summary: `Rename, disable or enable a ${type} connection`,
      description:
        'What is left out keeps its value. While a connection is disabled its links carry nothing; what waits is sent ' +
        'once when it is enabled. To enable it, or its balances, the token must be able to read what its links carry.',
      scopes: ['destinations:write'],
      of: 'resource',
      answer: changed('Destination connection updated.', kind.connection.schema),
    })
    async update(
      @Granted() access: Access,
      @Param(kind.connection.idName, PathIdPipe) id: number,
      @Body() body: UpdateDestinationBody,
    ) {
      const data = await this.writes.update(access, kind, id, body);
      return { message: 'Destination connection updated.', data };
    }

    @Post(`:${kind.connection.idName}/refresh`)
    @Endpoint({
      summary: `Read again what is in a ${type} connection`,
      description: `What is not there any more disappears; transfer links to it stay, with a \`destination\` that is null.`,
      scopes: ['destinations:write'],
      of: 'resource',
      answer: changed('Destination connection refreshed.', kind.connection.schema),
    })
    async refresh(@Granted() access: Access, @Param(kind.connection.idName, PathIdPipe) id: number) {
      const data = await this.writes.refresh(access, kind, id);
      return { message: 'Destination connection refreshed.', data };
    }

    @Delete(`:${kind.connection.idName}`)
    @Endpoint({
      summary: `Forget a ${type} connection and its credentials`,
      description:
        'Refused (409) while active transfer links point there; paused ones are deleted with it. What was sent stays where it is.',
      scopes: ['destinations:write'],
      of: 'resource',
      answer: done('Destination connection deleted.'),
    })
    async delete(@Granted() access: Access, @Param(kind.connection.idName, PathIdPipe) id: number) {
      await this.writes.delete(access, kind, id);
      return { message: 'Destination connection deleted.' };
    }
  }
  return ConnectionRoutes;
}

/** Adds the routes of a kind of destination to which users can grant access by a link. */
export function authorizedConnectionRoutes(kind: DestinationKind) {
  class AuthorizedConnectionRoutes extends connectionRoutes(kind) {
    @Post(`:${kind.connection.idName}/authorize`)
    @Endpoint({
      summary: `Ask for new access to a ${kind.type} connection`,
      description:
        'Send the user’s browser to `auth_url`, where they confirm. Until access is granted, the present one goes on.',
      scopes: ['destinations:write'],
      of: 'resource',
      answer: changed('Authorization started.', kind.connection.schema),
    })
    async authorize(
      @Granted() access: Access,
      @Param(kind.connection.idName, PathIdPipe) connectionId: number,
      @Body() body: AuthorizeDestinationBody,
      @RequestUrl() url: string,
    ) {
      const setup = { connectionId, name: undefined, redirectUrl: body.redirect_url };
      const data = await this.writes.authorize(access, kind, setup, url);
      return { message: 'Authorization started.', data };
    }
  }
  return AuthorizedConnectionRoutes;
}
