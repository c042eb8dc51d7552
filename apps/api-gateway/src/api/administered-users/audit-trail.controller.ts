import { Type } from '@sinclair/typebox';
import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type ListQuery, pageOf, paginated } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { ADMINISTRATION_ACTS, AdministrationAct } from '../../identity/audit/administration-acts';
import { component } from '../../rest/openapi/components';
import { Endpoint } from '../../rest/openapi/endpoint';
import { IdText, TextOneOf, TextOrNull, TimeText } from '../../rest/openapi/wire.schema';
import { written } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { createdBetween, rowsOf } from '../../rest/lists/row-list';

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

interface AdministrationEventRow {
  readonly id: number;
  readonly administrator_id: number;
  readonly administrator_name: string;
  readonly act: AdministrationAct;
  readonly subject: string;
  readonly result: string | null;
  readonly address: string | null;
  readonly created_at: Date;
}

const AUDIT_TRAIL = rowsOf<AdministrationEventRow, []>({
  from: 'security_events e',
  columns: `e.id, e.user_id as administrator_id, u.name as administrator_name, e.details->>'act' as act,
            e.details->>'subject' as subject, e.details->>'result' as result, e.address, e.occurred_at as created_at`,
  joins: 'left join users u on u.id = e.user_id',
  condition: () => `e.kind = 'ADMINISTERED'`,
}).listedBy({
  sorts: { id: 'e.id', created_at: 'e.occurred_at' },
  defaultSort: '-id',
  filters: {
    administrator_id: { kind: 'id', sql: 'e.user_id' },
    act: { kind: 'oneOf', values: ADMINISTRATION_ACTS, sql: `e.details->>'act'` },
    subject: { kind: 'exact', description: '`user 7`.', sql: `e.details->>'subject'` },
    ...createdBetween('e.occurred_at'),
  },
});

/** What administrators did, for administrators. */
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
  async list(@ParsedQuery() query: ListQuery<typeof AUDIT_TRAIL>, @RequestUrl() url: string) {
    const { rows, total } = await AUDIT_TRAIL.page(this.database, query);
    const data = rows.map((row) => written(AdministrationEvent, row));
    return paginated({ data, total, page: query.page, url });
  }
}
