import { Body, Controller, Delete, Get, Inject, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ActivateConnection,
  CommandResult,
  ConnectBySetupToken,
  CONNECTIONS_PER_USER_MAX,
  CreateConnection,
  DeleteConnection,
  Problem,
  ReauthorizeBySetupToken,
  ReauthorizeConnection,
  SyncAccounts,
  UpdateConnection,
} from '@tributary/contracts';
import { changed, dataOf, done, pageOf, paginated, PathIdPipe, type ResourceQuery } from '@tributary/http';
import { Database } from '@tributary/persistence';
import type { Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Setups } from '../../identity/setups/setups';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { configChangeOf } from '../accounts/account-config.bodies';
import { CreateConnectionBody, ReauthorizeConnectionBody, UpdateConnectionBody } from './connection.bodies';
import { ConnectionToAuthorize, FinancialConnection, SyncedConnection } from '../included/connection.schema';
import { ConnectionView } from './connection.view';
import { CONNECTIONS, type ConnectionQuery } from '../included/connections.store';
import { callbackUrlFor } from './consent-callback.controller';
import { INSTITUTIONS } from '../institutions/institutions.store';
import { type PresentUser, Sender } from '../accounts/present-user';
import { SyncBody } from '../accounts/account.bodies';
import { wireText } from '../../rest/wire-values';

/** The description of every `auth_url`. */
const SEND_TO_AUTH_URL =
  'Send the user’s browser to `auth_url`, a page of ours: it names who receives the accounts, asks the signed-in user ' +
  'to confirm, and binds the browser, which has to come back. For a user whom an app manages it is valid for ten ' +
  'minutes and one browser.';

const BY_TOKEN =
  'For SimpleFIN the user makes a setup token at their server and `setup_token` has it: the answer then has the ' +
  'connection with its accounts and no `auth_url`. While its status is PENDING, the token is claimed and the accounts ' +
  'could not be read yet: `status_message` says why, and `activate` tries again.';

@ApiTags('Finance: Connections')
@Controller('finance/connections')
export class ConnectionsController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(ConnectionView) private readonly view: ConnectionView,
    @Inject(Setups) private readonly setups: Setups,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List connections to institutions',
    scopes: ['financial-connections:read'],
    query: CONNECTIONS,
    answer: pageOf(FinancialConnection),
  })
  async list(@Granted() access: Access, @ParsedQuery() query: ConnectionQuery, @RequestUrl() url: string) {
    const { data, total } = await this.view.page(access, query);
    return paginated({ data, total, page: query.page, url });
  }

  @Post()
  @Endpoint({
    summary: 'Connect an institution',
    description:
      `${SEND_TO_AUTH_URL} The institution sends it back to us, and we send it on to ${'`redirect_url`'} ` +
      'with `connection_id` and `outcome` (given, refused, waiting, conflict, unavailable); without one, to a page of ' +
      'ours that says how it went. A consent that comes back ' +
      'in another browser is given back to the institution. An app’s `redirect_url` must be one of those that it is ' +
      `registered with. ${BY_TOKEN} A user has at most ${CONNECTIONS_PER_USER_MAX} connections; one more is refused ` +
      'with 409 until another one is deleted.',
    scopes: ['financial-connections:write'],
    status: 201,
    answer: changed('Connection created.', ConnectionToAuthorize),
  })
  async create(@Granted() access: Access, @Body() body: CreateConnectionBody, @RequestUrl() url: string) {
    if (access.accountIds !== null) throw Problem.conflict(RESTRICTED);
    const institution = await INSTITUTIONS.find(this.database, body.institution_id);
    if (!institution) throw Problem.invalid({ institution_id: ['The selected institution_id is invalid.'] });
    const wanted = {
      provider: institution.document.integrator,
      institutionExternalId: institution.document.external_id,
      reference: body.reference ?? null,
      accountConfig: body.config ? configChangeOf(body.config) : {},
    };
    const options = { access, key: access.userId, callsOut: true } as const;
    if (body.setup_token !== undefined) {
      const payload = { ...wanted, setupToken: body.setup_token };
      const claimed = await this.commands.change(ConnectBySetupToken, payload, options);
      return { message: 'Connection created.', data: await this.opened(access, claimed) };
    }
    const payload = { ...wanted, callbackUrl: callbackUrlFor(url) };
    const data = await this.toAuthorize(access, body, url, (redirectUrl) =>
      this.commands.change(CreateConnection, { ...payload, redirectUrl }, options),
    );
    return { message: 'Connection created.', data };
  }

  @Get(':connectionId')
  @Endpoint({
    summary: 'Show a connection',
    scopes: ['financial-connections:read'],
    of: 'resource',
    query: CONNECTIONS.alone,
    answer: dataOf(FinancialConnection),
  })
  async one(
    @Granted() access: Access,
    @Param('connectionId', PathIdPipe) connectionId: number,
    @ParsedQuery() query: ResourceQuery<typeof CONNECTIONS.alone>,
  ) {
    return { data: await this.view.one(access, connectionId, query.includes) };
  }

  @Put(':connectionId')
  @Endpoint({
    summary: 'Update a connection',
    scopes: ['financial-connections:write'],
    of: 'resource',
    answer: changed('Connection updated.', FinancialConnection),
  })
  async update(
    @Granted() access: Access,
    @Param('connectionId', PathIdPipe) connectionId: number,
    @Body() body: UpdateConnectionBody,
  ) {
    const payload = { connectionId, ...body };
    await this.commands.change(UpdateConnection, payload, { access, key: connectionId });
    return { message: 'Connection updated.', data: await this.view.one(access, connectionId) };
  }

  @Delete(':connectionId')
  @Endpoint({
    summary: 'Remove a connection with its accounts and all that was read for them',
    scopes: ['financial-connections:write'],
    of: 'resource',
    answer: done('Connection deleted.'),
  })
  async delete(@Granted() access: Access, @Param('connectionId', PathIdPipe) connectionId: number) {
    await this.commands.change(DeleteConnection, { connectionId }, { access, key: connectionId });
    return { message: 'Connection deleted.' };
  }

  @Post(':connectionId/reauthorize')
  @Endpoint({
    summary: 'Request a new consent',
    description:
      `${SEND_TO_AUTH_URL} At any time: to renew early, or to add accounts if \`supports_reauthorization\`. Until ` +
      `the consent is given, the current one stays in use. ${BY_TOKEN}`,
    scopes: ['financial-connections:write'],
    of: 'resource',
    answer: changed('Reauthorization started.', ConnectionToAuthorize),
  })
  async reauthorize(
    @Granted() access: Access,
    @Param('connectionId', PathIdPipe) connectionId: number,
    @Body() body: ReauthorizeConnectionBody,
    @RequestUrl() url: string,
  ) {
    const options = { access, key: connectionId, callsOut: true } as const;
    if (body.setup_token !== undefined) {
      const payload = { connectionId, setupToken: body.setup_token };
      const claimed = await this.commands.change(ReauthorizeBySetupToken, payload, options);
      return { message: 'Reauthorization started.', data: await this.opened(access, claimed) };
    }
    const payload = { connectionId, callbackUrl: callbackUrlFor(url) };
    const data = await this.toAuthorize(access, body, url, (redirectUrl) =>
      this.commands.change(ReauthorizeConnection, { ...payload, redirectUrl }, options),
    );
    return { message: 'Reauthorization started.', data };
  }

  @Post(':connectionId/activate')
  @Endpoint({
    summary: 'Ask the institution how the consent went',
    description:
      'For clients whose users came back while the institution was unavailable. 409 until the user has come back in ' +
      'the browser in which they confirmed.',
    scopes: ['financial-connections:write'],
    of: 'resource',
    answer: changed('Connection activated.', FinancialConnection),
  })
  async activate(@Granted() access: Access, @Param('connectionId', PathIdPipe) connectionId: number) {
    const options = { access, key: connectionId, callsOut: true } as const;
    const browserConfirmed = await this.setups.hasReturned('INSTITUTION', connectionId);
    const payload = { connectionId, browserConfirmed };
    await this.commands.change(ActivateConnection, payload, options);
    return { message: 'Connection activated.', data: await this.view.one(access, connectionId) };
  }

  @Post(':connectionId/sync')
  @Endpoint({
    summary: 'Sync all accounts of a connection now',
    description:
      'Those that can be synced, each within the daily allowance that its institution grants. `sync.next_allowed_at` ' +
      'says when the next of those that have to wait is synced. With `user_present` it is not counted, where the ' +
      'institution makes that difference.',
    scopes: ['accounts:write', 'financial-connections:read'],
    of: 'resource',
    answer: changed('Sync scheduled.', SyncedConnection),
  })
  async sync(
    @Granted() access: Access,
    @Param('connectionId', PathIdPipe) connectionId: number,
    @Body() body: SyncBody,
    @Sender() sender: PresentUser,
  ) {
    const connection = await this.view.one(access, connectionId);
    const { scheduled, nextAllowedAt } = await this.commands.change(
      SyncAccounts,
      { connectionId, financialAccountIds: null, ...(body.user_present ? { user: sender } : {}) },
      { access, key: connectionId },
    );
    const sync = { scheduled: wireText(scheduled), next_allowed_at: nextAllowedAt };
    return { message: 'Sync scheduled.', data: { ...connection, sync } };
  }

  @Post(':connectionId/disable')
  @Endpoint({
    summary: 'Stop all syncs of a connection',
    scopes: ['financial-connections:write'],
    of: 'resource',
    answer: changed('Connection disabled.', FinancialConnection),
  })
  async disable(@Granted() access: Access, @Param('connectionId', PathIdPipe) connectionId: number) {
    const data = await this.setEnabled(access, connectionId, false);
    return { message: 'Connection disabled.', data };
  }

  @Post(':connectionId/enable')
  @Endpoint({
    summary: 'Let a disabled connection sync again',
    scopes: ['financial-connections:write'],
    of: 'resource',
    answer: changed('Connection enabled.', FinancialConnection),
  })
  async enable(@Granted() access: Access, @Param('connectionId', PathIdPipe) connectionId: number) {
    const data = await this.setEnabled(access, connectionId, true);
    return { message: 'Connection enabled.', data };
  }

  private async toAuthorize(
    access: Access,
    { redirect_url: redirectUrl }: ReauthorizeConnectionBody,
    requestUrl: string,
    ask: (redirectUrl: string) => Promise<CommandResult<typeof CreateConnection>>,
  ) {
    const wanted = { access, kind: 'INSTITUTION' as const, redirectUrl: redirectUrl ?? null, requestUrl };
    const { begun, authUrl } = await this.setups.begin(wanted, ask, ({ connection }) => connection.id);
    return { ...(await this.view.one(access, begun.connection.id)), auth_url: authUrl };
  }

  /** Response for a connection by setup token, which needs no consent. */
  private async opened(access: Access, { connection }: CommandResult<typeof ConnectBySetupToken>) {
    return { ...(await this.view.one(access, connection.id)), auth_url: null };
  }

  private async setEnabled(access: Access, connectionId: number, enabled: boolean) {
    await this.commands.change(UpdateConnection, { connectionId, enabled }, { access, key: connectionId });
    return this.view.one(access, connectionId);
  }
}

const RESTRICTED =
  'A token for single accounts cannot connect an institution: it would not be granted the new accounts.';
