import { Documented, IfSent } from '@tributary/http';
import { IsBoolean, IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { type Plan, PLANS } from '../../identity/permissions/plans';
import { type Role, ROLES } from '../../identity/permissions/roles';
import { EMAIL_LENGTH_MAX, NAME_LENGTH_MAX } from '../../identity/sign-up/sign-up';

const INVITATION_DAYS_MAX = 90;

/** Body of `POST /admin/users`. The code for signing up validates the values. */
export class CreateAdministeredUserBody {
  @IsString({ message: 'name must be a text' })
  @Documented({ type: 'string', minLength: 1, maxLength: NAME_LENGTH_MAX })
  name!: string;

  @IsString({ message: 'email must be a text' })
  @Documented({ type: 'string', format: 'email', maxLength: EMAIL_LENGTH_MAX })
  email!: string;

  @IsIn(PLANS, { message: `plan must be one of ${PLANS.join(', ')}` })
  plan!: Plan;
}

/** Body of `PUT /admin/users/{userId}`. Absent members do not change. */
@JSONSchema({ minProperties: 1 })
export class ChangeAdministeredUserBody {
  @IfSent()
  @IsIn(ROLES, { message: `role must be one of ${ROLES.join(', ')}` })
  role?: Role;

  @IfSent()
  @IsIn(PLANS, { message: `plan must be one of ${PLANS.join(', ')}` })
  plan?: Plan;

  /** A disabled user cannot sign in, and their tokens and apps stop; syncs, transfers and webhooks continue. */
  @IfSent()
  @IsBoolean({ message: 'disabled must be true or false' })
  disabled?: boolean;
}

/** Body of `POST /admin/invitations`. */
export class CreateInvitationBody {
  @IfSent()
  @IsString({ message: 'email must be a text' })
  @Documented({
    type: 'string',
    format: 'email',
    maxLength: EMAIL_LENGTH_MAX,
    description: 'The only address that may use it; absent: any.',
  })
  email?: string;

  @IfSent()
  @IsInt({ message: 'days must be a whole number' })
  @Min(1, { message: 'days must be at least 1' })
  @Max(INVITATION_DAYS_MAX, { message: `days must be at most ${INVITATION_DAYS_MAX}` })
  days?: number;
}
