import { Body, Controller, Delete, Get, Inject, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AccountConfigChange,
  Problem,
  ShowInstitutionConfig,
  UpdateInstitutionConfig,
} from '@tributary/contracts';
import { changed, dataOf, PathIdPipe } from '@tributary/http';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { configChangeOf, InstitutionConfigBody } from '../accounts/account-config.bodies';
import { InstitutionConfig } from '../accounts/account.schema';

/** Default settings of the user's accounts at an institution. Settings of an account itself come first. */
@ApiTags('Finance: Institutions')
@Controller('finance/institutions/:institutionId/config')
export class InstitutionConfigController {
  constructor(@Inject(Commands) private readonly commands: Commands) {}

  @Get()
  @Endpoint({
    summary: 'Show the default configuration of your accounts at an institution',
    scopes: ['accounts:read'],
    of: 'resource',
    answer: dataOf(InstitutionConfig),
  })
  async show(@Granted() access: Access, @Param('institutionId', PathIdPipe) institutionId: number) {
    const options = { access, key: access.userId };
    const { config } = await this.commands.ask(ShowInstitutionConfig, { institutionId }, options);
    return { data: config };
  }

  @Put()
  @Endpoint({
    summary: 'Change the default configuration of your accounts at an institution',
    description:
      'It applies to the accounts of now and to those to come, member by member, where nothing was set for an account ' +
      'itself or with its connection. What is left out keeps its value.',
    scopes: ['accounts:write'],
    of: 'resource',
    answer: changed('Institution configuration updated.', InstitutionConfig),
  })
  async update(
    @Granted() access: Access,
    @Param('institutionId', PathIdPipe) institutionId: number,
    @Body() { config }: InstitutionConfigBody,
  ) {
    const data = await this.set(access, institutionId, configChangeOf(config));
    return { message: 'Institution configuration updated.', data };
  }

  @Delete()
  @Endpoint({
    summary: 'Take the default configuration of your accounts at an institution back',
    description:
      'Accounts keep what was set for themselves; for all else the defaults of the installation apply again.',
    scopes: ['accounts:write'],
    of: 'resource',
    answer: changed('Institution configuration deleted.', InstitutionConfig),
  })
  async delete(@Granted() access: Access, @Param('institutionId', PathIdPipe) institutionId: number) {
    const data = await this.set(access, institutionId, null);
    return { message: 'Institution configuration deleted.', data };
  }

  private async set(access: Access, institutionId: number, config: AccountConfigChange | null) {
    if (access.accountIds !== null) throw Problem.conflict(RESTRICTED);
    const options = { access, key: access.userId };
    const result = await this.commands.change(UpdateInstitutionConfig, { institutionId, config }, options);
    return result.config;
  }
}

const RESTRICTED =
  'A token for single accounts cannot set this: it applies to all accounts at the institution. Configure the accounts.';
