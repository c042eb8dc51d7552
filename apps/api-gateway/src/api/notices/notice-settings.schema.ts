import { Static, Type } from '@sinclair/typebox';
import { bodyClass } from '@tributary/http';
import { component } from '../../rest/openapi/components';
import { TextOrNull } from '../../rest/openapi/wire.schema';

const Notices = Type.Object({
  consent_ends: Type.Boolean({ description: 'A consent ends in seven days, and in one.' }),
  connection_fails: Type.Boolean({ description: 'A connection has failed for a day.' }),
  link_fails: Type.Boolean({ description: 'A transfer link has failed for a day.' }),
  endpoint_disabled: Type.Boolean({ description: 'A webhook endpoint was switched off.' }),
  new_sign_in: Type.Boolean({ description: 'A sign-in from a network that is new.' }),
});

/** Body of `PUT /user/notices`. Absent kinds do not change. */
export const NoticeSettingsBody = bodyClass('NoticeSettingsBody', Type.Partial(Notices));
export type NoticeSettingsBody = Partial<Static<typeof Notices>>;

/** The user's address for notices, and the kinds of notices that are on. */
export const NoticeSettingsResource = component(
  'NoticeSettings',
  Type.Object({
    sends_mail: Type.Boolean({
      description: 'Whether this installation sends mail. If not, there are no notices.',
    }),
    email: TextOrNull,
    email_confirmed: Type.Boolean({ description: 'Notices go to a confirmed address only.' }),
    new_email: Type.Union([Type.String(), Type.Null()], {
      description: 'The address that replaces the present one once it is confirmed.',
    }),
    notices: Notices,
  }),
);
