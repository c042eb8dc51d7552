import { Type } from '@sinclair/typebox';
import { Database, Tx } from '@tributary/persistence';
import { OperatorRequestError, OperatorRequestHandler, readParameters } from '@tributary/service';
import { Plan, PLANS } from '../permissions/plans';
import { Role, ROLES } from '../permissions/roles';
import { recentAccess } from '../access/recent-access';
import { keepAdministrator } from '../users/administrators';
import { asRequestError } from '../users/as-request-error';
import { hashPassword } from '../sign-in/passwords';
import { createAccount } from '../sign-up/sign-up';
import { changePlan, changeRole, disable, enable, replacePassword, requireFitForRole } from './changes';
import { forOperatorsEyes, generatedPassword } from './generated-password';

/** Records the operator in the user's own trail. */
export const BY_OPERATOR = { by: 'operator' } as const;
const OPERATOR = { administratorId: null };

const PLAN = Type.Unsafe<Plan>(Type.Union(PLANS.map((plan) => Type.Literal(plan))));
const ROLE = Type.Unsafe<Role>(Type.Union(ROLES.map((role) => Type.Literal(role))));
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

/**
 * `create-user`: creates a user with a generated password. The outcome is JSON: the `user`, and the `password`,
 * encrypted for the operator.
 */
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
      const counts = await replacePassword(tx, userId, { passwordHash, ends, by: BY_OPERATOR });
      if (!counts) throw new OperatorRequestError(`there is no user ${userId} who signs in with a password`);
      return counts;
    });
    recentAccess(database).forget();
    return JSON.stringify({ ...ended, password: shown });
  };
}

/** `set-plan`: sets the plan of a user, and of the users whom the user's apps manage. */
export function setPlan(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { userId, plan } = readParameters(Type.Composite([USER, Type.Object({ plan: PLAN })]), parameters);
    await database.transaction(async (tx) => {
      if (!(await changePlan(tx, userId, plan, BY_OPERATOR))) throw noSuchUser(userId);
    });
    return `user ${userId} is on plan ${plan}`;
  };
}

/** `set-role` of a user, which works also without any administrator. */
export function setRole(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { userId, role } = readParameters(Type.Composite([USER, Type.Object({ role: ROLE })]), parameters);
    const change = (tx: Tx) => async () => {
      if (role === 'ADMIN') await requireFitForRole(tx, userId);
      if (!(await changeRole(tx, userId, role, BY_OPERATOR))) throw noSuchUser(userId);
    };
    await asRequestError(() => database.transaction((tx) => keepAdministrator(tx, OPERATOR, change(tx))));
    recentAccess(database).forget();
    return `user ${userId} has the role ${role}`;
  };
}

/** `disable-user`: disables a user, with the users whom the user's apps manage. Syncs, transfers and webhooks continue. */
export function disableUser(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { userId } = readParameters(USER, parameters);
    const change = (tx: Tx) => async () => {
      const ended = await disable(tx, userId, BY_OPERATOR);
      if (ended === null) throw noSuchUser(userId);
      return ended;
    };
    const sessions = await asRequestError(() =>
      database.transaction((tx) => keepAdministrator(tx, OPERATOR, change(tx))),
    );
    recentAccess(database).forget();
    return `user ${userId} is disabled, ${sessions} sessions ended`;
  };
}

/** `enable-user`: reverts `disable-user`. The sessions have ended; tokens, apps and feeds work again. */
export function enableUser(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { userId } = readParameters(USER, parameters);
    await database.transaction(async (tx) => {
      if (!(await enable(tx, userId, BY_OPERATOR))) throw noSuchUser(userId);
    });
    return `user ${userId} is enabled`;
  };
}

function noSuchUser(userId: number): OperatorRequestError {
  return new OperatorRequestError(`there is no user ${userId}`);
}
