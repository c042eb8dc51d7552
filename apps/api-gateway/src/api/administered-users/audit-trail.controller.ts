import { Type } from '@sinclair/typebox';
import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { pageOf, paginated } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { ADMINISTRATION_ACTS } from '../../identity/audit/administration-acts';
import { component } from '../../rest/openapi/components';
import { Endpoint } from '../../rest/openapi/endpoint';
import { IdText, TextOneOf, TextOrNull, TimeText } from '../../rest/openapi/wire.schema';
import { toResourceForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { AUDIT_TRAIL, type AuditQuery } from './administered-users.store';

const AdministrationEvent = component(
  'AdministrationEvent',
  Type.Object({
    id: IdText,
    administrator_id: IdText,
    administrator_name: Type.String(),
    act: TextOneOf(ADMINISTRATION_ACTS),
    subject: Type.String({ description: 'What it was done to: `user 7`.' }),
    result: TextOrNull,
    address: TextOrNull,
    created_at: TimeText,
  }),
);

/** Lists the acts of administrators, for administrators. */
@ApiTags('Administration')
@Controller('admin/audit')
export class AuditTrailController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Get()
  @Endpoint({
    summary: 'List what administrators did',
    scopes: 'administrator',
    query: AUDIT_TRAIL,
    answer: pageOf(AdministrationEvent),
  })
  async list(@ParsedQuery() query: AuditQuery, @RequestUrl() url: string) {
    const { rows, total } = await AUDIT_TRAIL.page(this.database, query);
    const data = rows.map((row) => toResourceForm(AdministrationEvent, row));
    return paginated({ data, total, page: query.page, url });
  }
}
