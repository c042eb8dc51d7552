import { Type } from '@sinclair/typebox';
import { Database } from '@tributary/persistence';
import { OperatorRequestError, OperatorRequestHandler, readParameters } from '@tributary/service';
import type { ApiGatewayConfig } from '../../api-gateway.config';
import { invite } from '../sign-up/invitations';
import { withdrawInvitation } from '../sign-up/invitations.store';
import { normalizedEmail } from '../sign-in/sign-in';
import { isEmail } from '../sign-up/sign-up';
import { SECRET_FOR } from './accounts';
import { forOperatorsEyes } from './generated-password';

const DAYS_MAX = 90;
const NEW_INVITATION = Type.Composite([
  SECRET_FOR,
  Type.Object({
    /** The only address that may use it. */
    email: Type.Optional(Type.String()),
    days: Type.Integer({ minimum: 1, maximum: DAYS_MAX }),
  }),
]);
const INVITATION = Type.Object({ id: Type.Integer() });

/**
 * `create-invitation`: creates an invitation for one sign-up. The outcome is JSON: its `invitation` id, its
 * `expires_at`, the `public_url` of this installation (null: not set), and its `text`, encrypted for the operator.
 */
export function createInvitation(
  database: Database,
  { publicUrl, signUp }: Pick<ApiGatewayConfig, 'publicUrl' | 'signUp'>,
): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { email, days, publicKey } = readParameters(NEW_INVITATION, parameters);
    if (signUp === 'closed') {
      throw new OperatorRequestError('SIGN_UP is closed: sign-up is impossible, also with an invitation');
    }
    if (email !== undefined && !isEmail(email)) throw new OperatorRequestError('email: no e-mail address');
    return database.transaction(async (tx) => {
      const kept = email === undefined ? null : normalizedEmail(email);
      const { id, text, expiresAt } = await invite(tx, { email: kept, days });
      return JSON.stringify({
        invitation: id,
        expires_at: expiresAt.toISOString(),
        public_url: publicUrl,
        text: forOperatorsEyes(text, publicKey),
      });
    });
  };
}

/** `withdraw-invitation`: makes an invitation unusable. */
export function withdrawOneInvitation(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { id } = readParameters(INVITATION, parameters);
    if (await withdrawInvitation(database, id)) return `invitation ${id} is withdrawn`;
    throw new OperatorRequestError(`there is no invitation ${id} that can still be used`);
  };
}
