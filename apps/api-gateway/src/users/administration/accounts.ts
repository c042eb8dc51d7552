import { Type } from '@sinclair/typebox';
import { Problem } from '@tributary/contracts';
import { Database, Tx } from '@tributary/persistence';
import { OperatorRequestError, OperatorRequestHandler, readParameters } from '@tributary/service';
import { Plan, PLANS } from '../../auth/plans';
import { recentAccess } from '../../auth/recent-access';
import { recordSecurityEvent, SecurityEvent } from '../../auth/security-events';
import { endAccesses } from '../end-accesses';
import { hashPassword } from '../passwords';
import { endSessionsOf } from '../../auth/sessions/sessions';
import { createAccount } from '../sign-up';
import { forgetFailures } from '../sign-in-attempts';
import { forOperatorsEyes, generatedPassword } from './generated-password';

/** Records the operator in the user's own trail. */
export const BY_OPERATOR = { by: 'operator' } as const;

const PLAN = Type.Unsafe<Plan>(Type.Union(PLANS.map((plan) => Type.Literal(plan))));
const USER = Type.Object({ userId: Type.Integer() });
/** The operator's key, for whose eyes a secret is. */
export const SECRET_FOR = Type.Object({ publicKey: Type.String() });
const RESET = Type.Composite([
  USER,
  SECRET_FOR,
  Type.Object({
    ends: Type.Optional(Type.Array(Type.Union([Type.Literal('tokens'), Type.Literal('grants')]))),
  }),
]);
const NEW_USER = Type.Composite([
  SECRET_FOR,
  Type.Object({ email: Type.String(), name: Type.String(), plan: PLAN }),
]);

/** `create-user`: with a password that was made up. The outcome is JSON: the `user`, and the `password` for the operator's eyes. */
export function createUser(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { publicKey, ...wanted } = readParameters(NEW_USER, parameters);
    const password = generatedPassword();
    const shown = forOperatorsEyes(password, publicKey);
    const account = { ...wanted, password, details: BY_OPERATOR };
    const user = await asRequestError(() => createAccount(database, account));
    return JSON.stringify({ user, password: shown });
  };
}

/**
 * `reset-password`: sets a generated password, ends the sessions in all browsers and a block after wrong passwords, and
 * `tokens` and `grants` if `ends` names them. The result is JSON: how many of each ended, and the encrypted `password`.
 */
export function resetPassword(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { userId, publicKey, ends = [] } = readParameters(RESET, parameters);
    const password = generatedPassword();
    const shown = forOperatorsEyes(password, publicKey);
    const passwordHash = await hashPassword(password);
    const ended = await database.transaction(async (tx) => {
      const [user] = await tx.query<{ email: string }>(
        `update users set password_hash = $2, updated_at = now() where id = $1 and email is not null returning email`,
        [userId, passwordHash],
      );
      if (!user) throw new OperatorRequestError(`there is no user ${userId} who signs in with a password`);
      await forgetFailures(tx, user.email);
      const counts = await endAccesses(tx, userId, ['sessions', ...ends], { details: BY_OPERATOR });
      await note(tx, userId, 'PASSWORD_RESET', counts);
      return counts;
    });
    recentAccess(database).forget();
    return JSON.stringify({ ...ended, password: shown });
  };
}

/** `set-plan` of a user, and of those whom the user's apps manage. */
export function setPlan(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { userId, plan } = readParameters(Type.Composite([USER, Type.Object({ plan: PLAN })]), parameters);
    await database.transaction(async (tx) => {
      const changed = await tx.execute(
        `update users set plan = $2, updated_at = now() where (${WITH_MANAGED}) and plan <> $2`,
        [userId, plan],
      );
      if (changed === 0) return requireUser(tx, userId);
      await note(tx, userId, 'PLAN_CHANGED', { plan });
    });
    return `user ${userId} is on plan ${plan}`;
  };
}

/** `disable-user`: disables a user, with those whom the user's apps manage. Syncs, transfers and webhooks continue. */
export function disableUser(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { userId } = readParameters(USER, parameters);
    const sessions = await database.transaction(async (tx) => {
      const changed = await tx.execute(
        `update users set disabled_at = now() where (${WITH_MANAGED}) and disabled_at is null`,
        [userId],
      );
      if (changed === 0) await requireUser(tx, userId);
      else await note(tx, userId, 'USER_DISABLED');
      return endSessionsOf(tx, userId);
    });
    recentAccess(database).forget();
    return `user ${userId} is disabled, ${sessions} sessions ended`;
  };
}

/** `enable-user`: reverts `disable-user`. The sessions have ended; tokens, apps and feeds work again. */
export function enableUser(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { userId } = readParameters(USER, parameters);
    await database.transaction(async (tx) => {
      const changed = await tx.execute(
        `update users set disabled_at = null where (${WITH_MANAGED}) and disabled_at is not null`,
        [userId],
      );
      if (changed === 0) return requireUser(tx, userId);
      await note(tx, userId, 'USER_ENABLED');
    });
    return `user ${userId} is enabled`;
  };
}

const WITH_MANAGED = `id = $1 or managed_by in (select id from oauth_apps where user_id = $1)`;

async function requireUser(tx: Tx, userId: number): Promise<void> {
  const found = await tx.query('select 1 from users where id = $1', [userId]);
  if (found.length === 0) throw new OperatorRequestError(`there is no user ${userId}`);
}

function note(
  tx: Tx,
  userId: number,
  kind: SecurityEvent['kind'],
  details: SecurityEvent['details'] = {},
): Promise<void> {
  return recordSecurityEvent(tx, { userId, kind, details: { ...details, ...BY_OPERATOR } });
}

/** A user gets errors by field; an operator gets them in one line. */
async function asRequestError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) throw new OperatorRequestError(error.message, { cause: error });
    throw error;
  }
}
