import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem } from '@tributary/contracts';
import { dataOf, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { Endpoint } from '../openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../query/query.guard';
import { toInstitution } from './connection.resource';
import { INSTITUTION_LIST } from './institution-list';
import { Institution } from './institution.schema';
import { type InstitutionQuery, readInstitution, readInstitutions } from './institutions.reader';

@ApiTags('Finance: Institutions')
@Controller('finance/institutions')
export class InstitutionsController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Get()
  @Endpoint({
    summary: 'List the institutions that accounts can be connected at',
    scopes: ['financial-connections:read'],
    query: INSTITUTION_LIST,
    answer: pageOf(Institution),
  })
  async list(@ParsedQuery() query: InstitutionQuery, @RequestUrl() url: string) {
    const { rows, total } = await readInstitutions(this.database, query);
    return paginated({ data: rows.map(toInstitution), total, page: query.page, url });
  }

  @Get(':institutionId')
  @Endpoint({
    summary: 'Show an institution',
    scopes: ['financial-connections:read'],
    of: 'resource',
    answer: dataOf(Institution),
  })
  async one(@Param('institutionId', PathIdPipe) institutionId: number) {
    const institution = await readInstitution(this.database, institutionId);
    if (!institution) throw Problem.notFound();
    return { data: toInstitution(institution) };
  }
}
