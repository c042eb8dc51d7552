import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { dataOf, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { toInstitution } from './institution.resource';
import { Institution, InstitutionCountry } from './institution.schema';
import { type InstitutionQuery, INSTITUTIONS, readInstitutionCountries } from './institutions.store';

@ApiTags('Finance: Institutions')
@Controller('finance/institutions')
export class InstitutionsController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Get()
  @Endpoint({
    summary: 'List the institutions that accounts can be connected at',
    scopes: ['financial-connections:read'],
    query: INSTITUTIONS,
    answer: pageOf(Institution),
  })
  async list(@ParsedQuery() query: InstitutionQuery, @RequestUrl() url: string) {
    const { rows, total } = await INSTITUTIONS.page(this.database, query);
    return paginated({ data: rows.map(toInstitution), total, page: query.page, url });
  }

  @Get('countries')
  @Endpoint({
    summary: 'List the countries that institutions serve',
    description: 'With the number of supported institutions in each, by code.',
    scopes: ['financial-connections:read'],
    answer: dataOf(Type.Array(InstitutionCountry)),
  })
  async countries() {
    return { data: await readInstitutionCountries(this.database) };
  }

  @Get(':institutionId')
  @Endpoint({
    summary: 'Show an institution',
    scopes: ['financial-connections:read'],
    of: 'resource',
    answer: dataOf(Institution),
  })
  async one(@Param('institutionId', PathIdPipe) institutionId: number) {
    return { data: toInstitution(await INSTITUTIONS.one(this.database, institutionId)) };
  }
}
