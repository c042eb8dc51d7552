import { Controller, Delete, Get, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem } from '@tributary/contracts';
import { done, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import type { Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { endOtherSessions, endSessionOf } from '../../identity/sessions/sessions.store';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { SessionResource } from './session.schema';
import { SESSION_LIST, type SessionQuery } from './sessions.store';

/** The browsers in which the user is signed in. */
@ApiTags('Account: User')
@Controller('user/sessions')
export class SessionsController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Get()
  @Endpoint({
    summary: 'List the browsers in which the user is signed in',
    scopes: 'owner',
    query: SESSION_LIST,
    answer: pageOf(SessionResource),
  })
  async list(@Granted() access: Access, @ParsedQuery() query: SessionQuery, @RequestUrl() url: string) {
    const { rows, total } = await SESSION_LIST.page(this.database, query, access.userId);
    const data = rows.map((row) =>
      toResourceForm(SessionResource, { ...row, current: row.id === access.sessionId }),
    );
    return paginated({ data, total, page: query.page, url });
  }

  @Delete()
  @Endpoint({
    summary: 'Sign out everywhere else',
    description: 'Ends all sessions but the one that the request came in.',
    scopes: 'owner',
    answer: done('Sessions ended.'),
  })
  async endOthers(@Granted() { userId, sessionId }: Access) {
    await endOtherSessions(this.database, userId, sessionId);
    return { message: 'Sessions ended.' };
  }

  @Delete(':sessionId')
  @Endpoint({
    summary: 'Sign a browser out',
    scopes: 'owner',
    of: 'resource',
    answer: done('Session ended.'),
  })
  async end(@Granted() { userId }: Access, @Param('sessionId', PathIdPipe) id: number) {
    if (!(await endSessionOf(this.database, userId, id))) throw Problem.notFound();
    return { message: 'Session ended.' };
  }
}
