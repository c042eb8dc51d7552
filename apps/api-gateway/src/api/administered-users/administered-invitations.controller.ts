import { Body, Controller, Delete, Get, Inject, Ip, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem } from '@tributary/contracts';
import { changed, done, ErrorMessage, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import type { Access } from '../../identity/access/access';
import { recordAdministration } from '../../identity/audit/administration-acts';
import { requireAdministrator } from '../../identity/users/administrators';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { invite } from '../../identity/sign-up/invitations';
import { withdrawInvitation } from '../../identity/sign-up/invitations.store';
import { normalizedEmail } from '../../identity/sign-in/sign-in';
import { isEmail } from '../../identity/sign-up/sign-up';
import { Invitation, NewInvitation, UsedInvitation } from './administered-user.schema';
import { CreateInvitationBody } from './administered-user.bodies';
import {
  type InvitationQuery,
  INVITATIONS,
  USED_INVITATIONS,
  type UsedInvitationQuery,
} from './administered-users.store';

const DAYS = 7;

/** Invitations to create an account, for administrators. */
@ApiTags('Administration')
@Controller('admin/invitations')
export class AdministeredInvitationsController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List invitations that can still be used',
    scopes: 'administrator',
    query: INVITATIONS,
    answer: pageOf(Invitation),
  })
  async list(@ParsedQuery() query: InvitationQuery, @RequestUrl() url: string) {
    const { rows, total } = await INVITATIONS.page(this.database, query);
    return paginated({
      data: rows.map((row) => toResourceForm(Invitation, row)),
      total,
      page: query.page,
      url,
    });
  }

  @Get('used')
  @Endpoint({
    summary: 'List who signed up with an invitation',
    scopes: 'administrator',
    query: USED_INVITATIONS,
    answer: pageOf(UsedInvitation),
  })
  async used(@ParsedQuery() query: UsedInvitationQuery, @RequestUrl() url: string) {
    const { rows, total } = await USED_INVITATIONS.page(this.database, query);
    const data = rows.map((row) => toResourceForm(UsedInvitation, row));
    return paginated({ data, total, page: query.page, url });
  }

  @Post()
  @Endpoint({
    summary: 'Invite somebody to create an account',
    scopes: 'administrator',
    status: 201,
    conflict: ErrorMessage,
    answer: changed('Invitation created.', NewInvitation),
  })
  async create(
    @Granted() { userId: administratorId }: Access,
    @Body() { email, days = DAYS }: CreateInvitationBody,
    @Ip() address: string,
    @RequestUrl() url: string,
  ) {
    if (this.config.signUp === 'closed') {
      throw Problem.conflict('SIGN_UP is closed: no one can sign up, also with an invitation.');
    }
    if (email !== undefined && !isEmail(email))
      throw Problem.invalid({ email: ['This is no e-mail address.'] });
    const kept = email === undefined ? null : normalizedEmail(email);
    const { id, text, expiresAt } = await this.database.transaction(async (tx) => {
      await requireAdministrator(tx, administratorId);
      const made = await invite(tx, { email: kept, days });
      const subject = `invitation ${made.id}`;
      await recordAdministration(tx, { administratorId, address, act: 'INVITATION_CREATED', subject });
      return made;
    });
    const link = new URL(`/sign-up?invitation=${encodeURIComponent(text)}`, this.config.publicUrl ?? url);
    const data = toResourceForm(NewInvitation, { id, email: kept, expires_at: expiresAt, url: link.href });
    return { message: 'Invitation created.', data };
  }

  @Delete(':invitationId')
  @Endpoint({
    summary: 'Withdraw an invitation',
    scopes: 'administrator',
    of: 'resource',
    answer: done('Invitation withdrawn.'),
  })
  async withdraw(
    @Granted() { userId: administratorId }: Access,
    @Param('invitationId', PathIdPipe) id: number,
    @Ip() address: string,
  ) {
    await this.database.transaction(async (tx) => {
      await requireAdministrator(tx, administratorId);
      if (!(await withdrawInvitation(tx, id))) throw Problem.notFound();
      const subject = `invitation ${id}`;
      await recordAdministration(tx, { administratorId, address, act: 'INVITATION_WITHDRAWN', subject });
    });
    return { message: 'Invitation withdrawn.' };
  }
}
