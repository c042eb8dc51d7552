import { Type } from '@sinclair/typebox';
import { RegisteredAppMembers } from '../apps/app.schema';
import { PLANS } from '../../identity/permissions/plans';
import { ROLES } from '../../identity/permissions/roles';
import { component } from '../../rest/openapi/components';
import {
  CountText,
  IdText,
  OrNull,
  TextOneOf,
  TextOrNull,
  TimeOrNull,
  TimeText,
} from '../../rest/openapi/wire.schema';

/** A user as administrators see it, without financial data. */
export const AdministeredUser = component(
  'AdministeredUser',
  Type.Object({
    id: IdText,
    name: Type.String(),
    email: OrNull(Type.String({ description: 'Null for a user whom an app manages.' })),
    role: TextOneOf(ROLES),
    plan: TextOneOf(PLANS),
    managed_by: OrNull(
      Type.String({ pattern: '^[0-9]+$', description: 'The app that manages the user, if one does.' }),
    ),
    disabled_at: TimeOrNull,
    last_signed_in_at: TimeOrNull,
    created_at: TimeText,
    updated_at: TimeText,
  }),
);

/** A generated password. Only this response shows it. */
export const NewPassword = component(
  'NewPassword',
  Type.Object({ user_id: IdText, password: Type.String() }),
);

export const Invitation = component(
  'Invitation',
  Type.Object({
    id: IdText,
    email: OrNull(Type.String({ description: 'The only address that may use it; null: any.' })),
    expires_at: TimeText,
    created_at: TimeText,
  }),
);

export const NewInvitation = component(
  'NewInvitation',
  Type.Object({
    id: IdText,
    email: TextOrNull,
    expires_at: TimeText,
    url: Type.String({ description: 'Opens the sign-up page, once. It is shown only here.' }),
  }),
);

/** Who signed up with an invitation. */
export const UsedInvitation = component(
  'UsedInvitation',
  Type.Object({ id: IdText, invitation_id: IdText, user_id: IdText, used_at: TimeText }),
);

/** An app with its owner. */
export const AdministeredApp = component(
  'AdministeredApp',
  Type.Object({ ...RegisteredAppMembers, user_id: IdText }),
);

export const RevokedAccesses = component(
  'RevokedAccesses',
  Type.Object({ tokens: CountText, grants: CountText }),
);
