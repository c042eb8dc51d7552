import { Type } from '@sinclair/typebox';
import { Body, Controller, Get, Inject, Ip, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { AdministrationResult, DeadLetterChoice, ServiceName, SERVICES } from '@tributary/contracts';
import {
  changed,
  dataOf,
  ListDefinition,
  type ListQuery,
  pageOf,
  paginated,
  PathIdPipe,
} from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { recordAdministration } from '../../identity/audit/administration-acts';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { AdministeredServices, serviceNamed } from './administered-services';
import { choiceOf, DeadLettersBody } from './dead-letter.bodies';
import { shownRequest } from './requests.controller';
import { AdministrationRequest, DeadLetter, DeadLetterContent } from './service.schema';

const DEAD_LETTERS = {
  sorts: ['id'],
  defaultSort: 'id',
  includes: {},
  filters: { topic: { kind: 'exact', description: 'The topic of the message.' } },
} as const satisfies ListDefinition;

const Chosen = Type.Object({
  dead_letters: Type.Integer({ minimum: 0, description: 'How many were chosen.' }),
});

/** Messages that a service could not process, for administrators. */
@ApiTags('Administration')
@ApiParam({ name: 'service', enum: SERVICES })
@Controller('admin/services/:service')
export class DeadLettersController {
  constructor(
    @Inject(AdministeredServices) private readonly services: AdministeredServices,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Get('dead-letters')
  @Endpoint({
    summary: 'List messages that a service could not process, oldest first',
    scopes: 'administrator',
    of: 'resource',
    query: DEAD_LETTERS,
    answer: pageOf(DeadLetter),
  })
  async list(
    @Granted() access: Access,
    @Param('service') name: string,
    @ParsedQuery() { page, filters }: ListQuery<typeof DEAD_LETTERS>,
    @RequestUrl() url: string,
  ) {
    const service = serviceNamed(name);
    const topics = filters.find((filter) => filter.name === 'topic')?.values ?? null;
    const { total, deadLetters } = await this.services.show(access, service, 'listDeadLetters', {
      topics: topics && [...topics],
      limit: page.size,
      offset: (page.number - 1) * page.size,
    });
    const data = deadLetters.map((one) => toResourceForm(DeadLetter, rowOf(service, one)));
    return paginated({ data, total, page, url });
  }

  @Get('dead-letters/:deadLetterId')
  @Endpoint({
    summary: 'Show a message that a service could not process',
    description:
      'Only ids, types, states, times and counts are shown; the rest is masked. That it was shown is in the audit trail.',
    scopes: 'administrator',
    of: 'resource',
    answer: dataOf(DeadLetterContent),
  })
  async one(
    @Granted() access: Access,
    @Param('service') name: string,
    @Param('deadLetterId', PathIdPipe) id: number,
    @Ip() address: string,
  ) {
    const service = serviceNamed(name);
    const { content, ...line } = await this.services.show(access, service, 'showDeadLetter', { id });
    await recordAdministration(this.database, {
      administratorId: access.userId,
      address,
      act: 'DEAD_LETTER_SHOWN',
      subject: `${service} ${id}`,
    });
    return { data: toResourceForm(DeadLetterContent, { ...rowOf(service, line), content }) };
  }

  @Post('dead-letters/replay')
  @Endpoint({
    summary: 'Process dead letters again',
    description:
      'Those of `ids`, all of a `topic`, or `all` that wait. One that fails again stays, with the new reason; nothing newer ' +
      'is overwritten. `request` shows the progress.',
    scopes: 'administrator',
    of: 'resource',
    status: 202,
    answer: changed(
      'The dead letters are processed again.',
      Type.Composite([Chosen, Type.Object({ request: Type.Union([AdministrationRequest, Type.Null()]) })]),
    ),
  })
  async replay(
    @Granted() access: Access,
    @Param('service') name: string,
    @Body() body: DeadLettersBody,
    @Ip() address: string,
  ) {
    const service = serviceNamed(name);
    const choice = choiceOf(body);
    const { deadLetters, request } = await this.services.change(access, service, 'replayDeadLetters', {
      choice,
    });
    await this.record(access, address, 'DEAD_LETTERS_REPLAYED', { service, choice, deadLetters });
    return {
      message: 'The dead letters are processed again.',
      data: { dead_letters: deadLetters, request: request && shownRequest(service, request) },
    };
  }

  @Post('dead-letters/drop')
  @Endpoint({
    summary: 'Delete dead letters for good',
    description:
      'Those of `ids`, all of a `topic`, or `all` that wait. What they would have changed stays as it is.',
    scopes: 'administrator',
    of: 'resource',
    answer: changed('The dead letters are deleted.', Chosen),
  })
  async drop(
    @Granted() access: Access,
    @Param('service') name: string,
    @Body() body: DeadLettersBody,
    @Ip() address: string,
  ) {
    const service = serviceNamed(name);
    const choice = choiceOf(body);
    const { deadLetters } = await this.services.change(access, service, 'dropDeadLetters', { choice });
    await this.record(access, address, 'DEAD_LETTERS_DROPPED', { service, choice, deadLetters });
    return { message: 'The dead letters are deleted.', data: { dead_letters: deadLetters } };
  }

  private record(
    { userId: administratorId }: Access,
    address: string,
    act: 'DEAD_LETTERS_REPLAYED' | 'DEAD_LETTERS_DROPPED',
    of: { readonly service: ServiceName; readonly choice: DeadLetterChoice; readonly deadLetters: number },
  ): Promise<void> {
    const subject = `${of.service} ${choiceText(of.choice)}`;
    const result = `${of.deadLetters} dead letters`;
    return recordAdministration(this.database, { administratorId, address, act, subject, result });
  }
}

/** The audit trail lists at most this many ids. */
const IDS_SHOWN = 20;

function choiceText(choice: DeadLetterChoice): string {
  if ('ids' in choice) return choice.ids.slice(0, IDS_SHOWN).join(',');
  return 'topic' in choice ? choice.topic : 'all';
}

function rowOf(service: ServiceName, { item, createdAt, ...line }: Line) {
  return { ...line, service, item: item < 0 ? null : item, created_at: createdAt };
}

type Line = AdministrationResult<'listDeadLetters'>['deadLetters'][number];
