import { Get, Inject, Param } from '@nestjs/common';
import { pageOf, paginated, PathIdPipe } from '@tributary/http';
import type { ListDefinition, ListQuery } from '@tributary/http';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { DestinationKind } from './destination-kinds';
import { categoryList } from './destinations.store';
import { DestinationsView } from './destinations.view';

/** The categories of a connection's units, for kinds that have them. */
export function categoryRoutes(kind: DestinationKind) {
  const list = categoryList(kind);

  class CategoryRoutes {
    constructor(@Inject(DestinationsView) readonly view: DestinationsView) {}

    @Get()
    @Endpoint({
      summary: `List the categories in a ${kind.type} connection`,
      description:
        'They are read when the connection is made and when it is refreshed. A new name there keeps the `id`. One that ' +
        'is gone there has a `gone_at`, and nothing is sent with it any more.',
      scopes: ['destinations:read'],
      of: 'resource',
      query: list,
      answer: pageOf(kind.categorySchema),
    })
    async list(
      @Granted() access: Access,
      @Param(kind.connection.idName, PathIdPipe) id: number,
      @ParsedQuery() query: ListQuery<ListDefinition>,
      @RequestUrl() url: string,
    ) {
      const { data, total } = await this.view.categories(access, kind, id, query);
      return paginated({ data, total, page: query.page, url });
    }
  }
  return CategoryRoutes;
}
