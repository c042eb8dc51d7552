import { Get, Inject, Param } from '@nestjs/common';
import { dataOf, pageOf, paginated, PathIdPipe, type ResourceQuery } from '@tributary/http';
import type { ListDefinition, ListQuery, QueryDefinition } from '@tributary/http';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { DestinationKind } from './destination-kinds';
import { destinationList } from './destinations.store';
import { DestinationsView } from './destinations.view';

/** The routes of the resources in connections: budgets, spreadsheets, databases, and the targets of links. */
export function levelRoutes(kind: DestinationKind, level: 'unit' | 'target') {
  const shown = kind[level];
  const list = destinationList(kind, level);
  const named = shown.plural.replaceAll('_', ' ');

  class LevelRoutes {
    constructor(@Inject(DestinationsView) readonly view: DestinationsView) {}

    @Get()
    @Endpoint({
      summary: `List ${kind.type} ${named}`,
      scopes: ['destinations:read'],
      query: list,
      answer: pageOf(shown.schema),
    })
    async list(
      @Granted() access: Access,
      @ParsedQuery() query: ListQuery<ListDefinition>,
      @RequestUrl() url: string,
    ) {
      const { data, total } = await this.view.page(access, kind, level, query);
      return paginated({ data, total, page: query.page, url });
    }

    @Get(`:${shown.idName}`)
    @Endpoint({
      summary: `Show one of the ${kind.type} ${named}`,
      scopes: ['destinations:read'],
      of: 'resource',
      query: list.alone,
      answer: dataOf(shown.schema),
    })
    async one(
      @Granted() access: Access,
      @Param(shown.idName, PathIdPipe) id: number,
      @ParsedQuery() query: ResourceQuery<QueryDefinition>,
    ) {
      return { data: await this.view.one(access, kind, level, id, query.includes) };
    }
  }
  return LevelRoutes;
}
