import { Body, Controller, Delete, Get, Inject, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import {
  CategoryChange,
  CreateCategory,
  DeleteCategory,
  ImportCategories,
  ImportedCategory,
  NewCategory,
  NO_CATEGORY,
  Problem,
  sentOf,
  UpdateCategory,
} from '@tributary/contracts';
import { changed, dataOf, done, ErrorMessage, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { component } from '../../rest/openapi/components';
import { CountText } from '../../rest/openapi/wire.schema';
import { toDocumentForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { CATEGORIES, type CategoryQuery } from './categories.store';
import {
  CreateCategoryBody,
  DeleteCategoryBody,
  ImportCategoriesBody,
  UpdateCategoryBody,
} from './category.bodies';
import { Category } from './category.schema';

const ImportResults = Type.Object({
  results: Type.Array(
    Type.Object({
      index: Type.Integer({ minimum: 0, description: 'Which category of the request it is about, from 0.' }),
      added: Type.Boolean(),
      data: Category,
    }),
  ),
});

const CategoryInUse = component(
  'CategoryInUse',
  Type.Composite([
    ErrorMessage,
    Type.Object({ transactions_count: Type.Optional(CountText), rules_count: Type.Optional(CountText) }),
  ]),
);

@ApiTags('Categories')
@Controller('categories')
export class CategoriesController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List categories',
    description: 'The user’s own list. `category_id` of transactions names one of them.',
    scopes: ['transactions:read'],
    query: CATEGORIES,
    answer: pageOf(Category),
  })
  async list(@Granted() access: Access, @ParsedQuery() query: CategoryQuery, @RequestUrl() url: string) {
    const { rows, total } = await CATEGORIES.page(this.database, query, access);
    return paginated({
      data: rows.map((row) => toDocumentForm(Category, row)),
      total,
      page: query.page,
      url,
    });
  }

  @Get(':categoryId')
  @Endpoint({
    summary: 'Show a category',
    scopes: ['transactions:read'],
    of: 'resource',
    answer: dataOf(Category),
  })
  async show(@Granted() access: Access, @Param('categoryId', PathIdPipe) categoryId: number) {
    return { data: await this.find(access, categoryId) };
  }

  @Post()
  @Endpoint({
    summary: 'Add a category',
    description: 'At most 1,000. A name is once in a group, in any case (409).',
    scopes: ['transactions:write'],
    status: 201,
    answer: changed('Category created.', Category),
  })
  async create(@Granted() access: Access, @Body() body: CreateCategoryBody) {
    const options = { access, key: access.userId };
    const { id } = await this.commands.change(CreateCategory, sentOf(NewCategory, body), options);
    return { message: 'Category created.', data: await this.find(access, id) };
  }

  @Post('import')
  @Endpoint({
    summary: 'Import categories',
    description:
      'Adds those that are not there. One that was imported from the same `source`, or else has the same name and group, stays ' +
      'as it is. Each has its own category as result, in the order of the request.',
    scopes: ['transactions:write'],
    answer: changed('Categories imported.', ImportResults),
  })
  async import(@Granted() access: Access, @Body() body: ImportCategoriesBody) {
    const categories = body.categories.map((category) => sentOf(ImportedCategory, category));
    const options = { access, key: access.userId };
    const imported = await this.commands.change(ImportCategories, { categories }, options);
    const ids = imported.categories.map(({ categoryId }) => categoryId);
    const rows = await CATEGORIES.where(
      this.database,
      (parameters) => `c.id = any(${parameters.ids(ids)})`,
      access,
    );
    const known = new Map(rows.map((row) => [row.id, toDocumentForm(Category, row)]));
    const results = imported.categories.map(({ categoryId, added }, index) => ({
      index,
      added,
      data: known.get(categoryId),
    }));
    return { message: 'Categories imported.', data: { results } };
  }

  @Put(':categoryId')
  @Endpoint({
    summary: 'Change a category',
    description: 'What is left out keeps its value. Transactions and rules that have the category keep it.',
    scopes: ['transactions:write'],
    of: 'resource',
    answer: changed('Category updated.', Category),
  })
  async update(
    @Granted() access: Access,
    @Param('categoryId', PathIdPipe) categoryId: number,
    @Body() body: UpdateCategoryBody,
  ) {
    const changes = sentOf(CategoryChange, body);
    if (Object.keys(changes).length === 0)
      throw Problem.invalid({ body: ['Name at least one field to change.'] });
    const payload = { categoryId, changes };
    await this.commands.change(UpdateCategory, payload, { access, key: access.userId });
    return { message: 'Category updated.', data: await this.find(access, categoryId) };
  }

  @Delete(':categoryId')
  @Endpoint({
    summary: 'Delete a category',
    description:
      'If transactions or rules use it, `move_to` says what follows; without it the answer is 409 with their number. ' +
      'Transactions follow in the background. Changing rules needs `rules:write`. A token for single accounts cannot delete one (404).',
    scopes: ['transactions:write'],
    of: 'resource',
    conflict: CategoryInUse,
    answer: done('Category deleted.'),
  })
  async delete(
    @Granted() access: Access,
    @Param('categoryId', PathIdPipe) categoryId: number,
    @Body() { move_to: to }: DeleteCategoryBody,
  ) {
    const moveTo = to === undefined || to === null ? null : to === NO_CATEGORY ? NO_CATEGORY : Number(to);
    await this.commands.change(DeleteCategory, { categoryId, moveTo }, { access, key: access.userId });
    return { message: 'Category deleted.' };
  }

  private async find(access: Access, id: number) {
    return toDocumentForm(Category, await CATEGORIES.one(this.database, id, access));
  }
}
