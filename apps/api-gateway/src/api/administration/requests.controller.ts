import { Body, Controller, Get, Inject, Ip, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  AdministrationResult,
  Problem,
  REQUEST_PARAMETERS_LENGTH_MAX,
  REQUESTABLE,
  REQUESTABLE_WORK,
  type RequestableWork,
  ServiceName,
  SERVICES,
} from '@tributary/contracts';
import {
  changed,
  dataOf,
  Documented,
  ListDefinition,
  type ListQuery,
  pageOf,
  paginated,
  PathIdPipe,
} from '@tributary/http';
import { Database } from '@tributary/persistence';
import { IsIn, IsObject } from 'class-validator';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { recordAdministration } from '../../identity/audit/administration-acts';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { AdministeredServices, serviceNamed } from './administered-services';
import { AdministrationRequest, RecordedRequest } from './service.schema';

const REQUESTS = {
  sorts: ['id'],
  defaultSort: '-id',
  includes: {},
  filters: {},
} as const satisfies ListDefinition;

/** Body of `POST /admin/services/{service}/requests`. The service checks the parameters. */
class WorkBody {
  @IsIn(REQUESTABLE_WORK, { message: `kind must be one of ${REQUESTABLE_WORK.join(', ')}` })
  kind!: RequestableWork;

  @IsObject({ message: 'parameters must be an object' })
  @Documented({ type: 'object', additionalProperties: true })
  parameters!: Record<string, unknown>;
}

/** Work that administrators request from a running service, and the record of all requests. */
@ApiTags('Administration')
@ApiParam({ name: 'service', enum: SERVICES })
@Controller('admin/services/:service/requests')
export class ServiceRequestsController {
  constructor(
    @Inject(AdministeredServices) private readonly services: AdministeredServices,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List what administrators and operators requested of a service, newest first',
    description: 'Secrets and personal parameters are left out.',
    scopes: 'administrator',
    of: 'resource',
    query: REQUESTS,
    answer: pageOf(RecordedRequest),
  })
  async list(
    @Granted() access: Access,
    @Param('service') name: string,
    @ParsedQuery() { page }: ListQuery<typeof REQUESTS>,
    @RequestUrl() url: string,
  ) {
    const service = serviceNamed(name);
    const window = { limit: page.size, offset: (page.number - 1) * page.size };
    const { total, requests } = await this.services.show(access, service, 'listRequests', window);
    const data = requests.map(({ requestedAt, requestedBy, endedAt, ...request }) =>
      toResourceForm(RecordedRequest, {
        ...request,
        service,
        requested_at: requestedAt,
        requested_by: requestedBy,
        ended_at: endedAt,
      }),
    );
    return paginated({ data, total, page, url });
  }

  @Post()
  @Endpoint({
    summary: 'Request work of a service',
    description:
      '`re-encrypt` encrypts everything with the current key; `sync-accounts`, `reprocess`, `replay-webhooks` and ' +
      '`checksum-query-model` are done by one service each. The service works in the background: read the request for ' +
      'its progress, and for the reason if it refuses the parameters.',
    scopes: 'administrator',
    of: 'resource',
    status: 202,
    answer: changed('The work is requested.', AdministrationRequest),
  })
  async start(
    @Granted() access: Access,
    @Param('service') name: string,
    @Body() { kind, parameters }: WorkBody,
    @Ip() address: string,
  ) {
    const service = serviceNamed(name);
    const doers: readonly ServiceName[] = REQUESTABLE[kind];
    if (!doers.includes(service)) {
      throw Problem.invalid({ kind: [`${service} does no ${kind}: request it of ${doers.join(', ')}.`] });
    }
    if (JSON.stringify(parameters).length > REQUEST_PARAMETERS_LENGTH_MAX) {
      throw Problem.invalid({ parameters: ['The parameters are too long.'] });
    }
    const request = await this.services.change(access, service, 'startRequest', { kind, parameters });
    await recordAdministration(this.database, {
      administratorId: access.userId,
      address,
      act: 'WORK_REQUESTED',
      subject: `${service} ${kind} ${request.id}`,
    });
    return { message: 'The work is requested.', data: shownRequest(service, request) };
  }

  @Get(':requestId')
  @Endpoint({
    summary: 'Show the progress of a request',
    scopes: 'administrator',
    of: 'resource',
    answer: dataOf(AdministrationRequest),
  })
  async one(
    @Granted() access: Access,
    @Param('service') name: string,
    @Param('requestId', PathIdPipe) id: number,
  ) {
    const service = serviceNamed(name);
    return { data: shownRequest(service, await this.services.show(access, service, 'showRequest', { id })) };
  }
}

/** A request in the form of REST. */
export function shownRequest(
  service: ServiceName,
  { endedAt, work = null, ...request }: AdministrationResult<'showRequest'>,
) {
  return toResourceForm(AdministrationRequest, {
    ...request,
    service,
    ended_at: endedAt,
    work: work && { lines: work.lines, is_ended: work.isEnded, is_failed: work.isFailed },
  });
}
