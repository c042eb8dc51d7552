import { IfSent, IsFlag } from '@tributary/http';
import type { Notices } from '../../identity/notices/notice-settings';

/** Body of `PUT /user/notices`: what is left out stays. */
export class NoticeSettingsBody implements Partial<Notices> {
  @IfSent()
  @IsFlag()
  consent_ends?: boolean;

  @IfSent()
  @IsFlag()
  connection_fails?: boolean;

  @IfSent()
  @IsFlag()
  link_fails?: boolean;

  @IfSent()
  @IsFlag()
  endpoint_disabled?: boolean;

  @IfSent()
  @IsFlag()
  new_sign_in?: boolean;
}
