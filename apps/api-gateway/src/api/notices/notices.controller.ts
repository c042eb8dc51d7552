import { Body, Controller, Get, Inject, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { changed, dataOf, done, UnauthenticatedError } from '@tributary/http';
import { Database } from '@tributary/persistence';
import type { Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Mails } from '../../identity/mail/mails';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm } from '../../rest/openapi/written';
import { NoticeSettingsBody, NoticeSettingsResource } from './notice-settings.schema';
import {
  type NoticeSettings,
  readNoticeSettings,
  switchNotices,
} from '../../identity/notices/notice-settings';

/** The user's notices by mail. */
@ApiTags('Account: User')
@Controller('user')
export class NoticesController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Mails) private readonly mails: Mails,
  ) {}

  @Get('notices')
  @Endpoint({
    summary: 'Show which notices the user gets by mail, and where',
    scopes: 'owner',
    answer: dataOf(NoticeSettingsResource),
  })
  async show(@Granted() { userId }: Access) {
    return { data: this.toResource(await this.settingsOf(userId)) };
  }

  @Put('notices')
  @Endpoint({
    summary: 'Switch notices on or off',
    description: 'What is left out stays.',
    scopes: 'owner',
    answer: changed('Notices changed.', NoticeSettingsResource),
  })
  async change(@Granted() { userId }: Access, @Body() body: NoticeSettingsBody) {
    await switchNotices(this.database, userId, body);
    return { message: 'Notices changed.', data: this.toResource(await this.settingsOf(userId)) };
  }

  @Post('email-confirmation')
  @Endpoint({
    summary: 'Send the mail that confirms the user’s address again',
    description:
      'To the new address, if the user changes theirs, else to the present one. The link in it works for a day, and earlier ones no ' +
      'more. Nothing is sent if there is nothing to confirm, or if this installation sends no mail.',
    scopes: 'owner',
    answer: done('A mail is on its way if there is an address to confirm.'),
  })
  async confirmAgain(@Granted() { userId }: Access) {
    const { email, email_confirmed: isConfirmed, new_email: wanted } = await this.settingsOf(userId);
    const address = wanted ?? (isConfirmed ? null : email);
    if (address !== null) {
      await this.database.transaction((tx) => this.mails.confirmAddress(tx, userId, address));
      this.mails.wake();
    }
    return { message: 'A mail is on its way if there is an address to confirm.' };
  }

  private toResource(settings: NoticeSettings) {
    return toResourceForm(NoticeSettingsResource, { sends_mail: this.mails.isOn, ...settings });
  }

  private async settingsOf(userId: number): Promise<NoticeSettings> {
    const settings = await readNoticeSettings(this.database, userId);
    if (!settings) throw new UnauthenticatedError(true);
    return settings;
  }
}
