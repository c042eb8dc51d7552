import { Type } from '@sinclair/typebox';
import { PLANS } from '../../identity/permissions/plans';
import { component } from '../../rest/openapi/components';
import {
  CountText,
  IdText,
  OrNull,
  Text,
  TextOneOf,
  TextOrNull,
  TimeText,
} from '../../rest/openapi/wire.schema';

const PlanLimit = Type.Object({ limit: CountText, used: OrNull(CountText) });

/** The user to whom the token belongs. */
export const UserProfile = component(
  'User',
  Type.Object({
    id: IdText,
    email: TextOrNull,
    name: Text,
    plan: TextOneOf(PLANS),
    limits: Type.Object(
      { webhook_endpoints: PlanLimit, automation_endpoints: PlanLimit },
      {
        description:
          'What the plan limits. `used` is null for a token that may not list all webhook endpoints of the user.',
      },
    ),
    created_at: TimeText,
    updated_at: TimeText,
  }),
);
