import { Get, Inject, Param } from '@nestjs/common';
import { dataOf, pageOf, paginated, PathIdPipe, type ResourceQuery } from '@tributary/http';
import type { ListDefinition, ListQuery, QueryDefinition } from '@tributary/http';
import { type Access, Granted } from '../identity';
import { Endpoint } from '../openapi/endpoint';
import { Asked, RequestUrl } from '../query/query.guard';
import { alone, targetList, unitList } from './destination-lists';
import { DestinationKind } from './destination-kinds';
import { DestinationsView } from './destinations.view';

/** The routes of what stands in connections: budgets, spreadsheets, databases, and what links point to in them. */
export function placeRoutes(kind: DestinationKind, level: 'unit' | 'target') {
  const place = kind[level];
  const list = level === 'unit' ? unitList(kind) : targetList(kind);
  const named = place.plural.replaceAll('_', ' ');

  class PlaceRoutes {
    constructor(@Inject(DestinationsView) readonly view: DestinationsView) {}

    @Get()
    @Endpoint({
      summary: `List ${kind.type} ${named}`,
      scopes: ['destinations:read'],
      query: list,
      answer: pageOf(place.schema),
    })
    async list(
      @Granted() access: Access,
      @Asked() query: ListQuery<ListDefinition>,
      @RequestUrl() url: string,
    ) {
      const { data, total } = await this.view.page(access, kind, level, query);
      return paginated({ data, total, page: query.page, url });
    }

    @Get(`:${place.idName}`)
    @Endpoint({
      summary: `Show one of the ${kind.type} ${named}`,
      scopes: ['destinations:read'],
      of: 'resource',
      query: alone(list),
      answer: dataOf(place.schema),
    })
    async one(
      @Granted() access: Access,
      @Param(place.idName, PathIdPipe) id: number,
      @Asked() query: ResourceQuery<QueryDefinition>,
    ) {
      return { data: await this.view.one(access, kind, level, id, query.includes) };
    }
  }
  return PlaceRoutes;
}
