import { Type } from '@sinclair/typebox';
import { Inject, Injectable } from '@nestjs/common';
import { Database, Tx } from '@tributary/persistence';
import {
  OperatorDesk,
  OperatorRequestError,
  OperatorRequestHandler,
  readParameters,
} from '@tributary/service';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { recentAccess } from '../access/recent-access';
import { Role, ROLES } from '../permissions/roles';
import { hashPassword } from '../sign-in/passwords';
import { createFirstRunCode } from '../sign-up/first-run';
import { issuePersonalToken } from '../tokens/issue-personal-token';
import { keepAdministrator } from '../users/administrators';
import { asRequestError } from '../users/as-request-error';
import { administratorIds, findUserNamed, isAdministrator } from '../users/users.store';
import { changeRole, replacePassword, requireFitForRole } from './changes';
import { forOperatorsEyes, generatedPassword } from './generated-password';

/** Records the operator in the user's own trail. */
const BY_OPERATOR = { by: 'operator' } as const;
const OPERATOR = { administratorId: null };

const ROLE = Type.Unsafe<Role>(Type.Union(ROLES.map((role) => Type.Literal(role))));
/** An id or an e-mail address. */
const WORD = Type.String({ maxLength: 320 });
const USER = Type.Object({ user: WORD });
/** The operator's key, for whose eyes a secret is. */
const SECRET_FOR = Type.Object({ publicKey: Type.String({ maxLength: 2000 }) });
const RESET = Type.Composite([
  USER,
  SECRET_FOR,
  Type.Object({
    ends: Type.Optional(Type.Array(Type.Union([Type.Literal('tokens'), Type.Literal('grants')]))),
  }),
]);
const LOAN = Type.Composite([
  SECRET_FOR,
  Type.Object({ user: Type.Optional(WORD), operator: Type.String({ maxLength: 60 }) }),
]);

/**
 * Operators' requests to the gateway: what must work while nobody is an administrator, and the token of an
 * administrator for all other commands. Whoever can insert a request has the database, and so more than any role.
 */
@Injectable()
export class OperatorRequests {
  constructor(
    @Inject(OperatorDesk) desk: OperatorDesk,
    @Inject(Database) database: Database,
    @Inject(API_GATEWAY_CONFIG) config: ApiGatewayConfig,
  ) {
    desk.handle('reset-password', resetPassword(database), { forgets: ['user', 'publicKey'] });
    desk.handle('set-role', setRole(database), { forgets: ['user'] });
    desk.handle('create-first-run-code', createCodeForFirstRun(database, config), {
      forgets: ['publicKey'],
    });
    desk.handle('lend-token', lendToken(database), { forgets: ['user', 'publicKey'] });
  }
}

/**
 * `reset-password`: sets a generated password, ends the sessions in all browsers and a block after wrong passwords, and
 * `tokens` and `grants` if `ends` names them. The result is JSON: the `user`, how many of each ended, and the encrypted
 * `password`.
 */
function resetPassword(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { user, publicKey, ends = [] } = readParameters(RESET, parameters);
    const userId = await requireUser(database, user);
    const password = generatedPassword();
    const shown = forOperatorsEyes(password, publicKey);
    const passwordHash = await hashPassword(password);
    const ended = await database.transaction(async (tx) => {
      const counts = await replacePassword(tx, userId, { passwordHash, ends, by: BY_OPERATOR });
      if (!counts) throw new OperatorRequestError(`there is no user ${userId} who signs in with a password`);
      return counts;
    });
    recentAccess(database).forget();
    return JSON.stringify({ user: userId, ...ended, password: shown });
  };
}

/** `set-role` of a user, which works also without any administrator. */
function setRole(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { user, role } = readParameters(Type.Composite([USER, Type.Object({ role: ROLE })]), parameters);
    const userId = await requireUser(database, user);
    const change = (tx: Tx) => async () => {
      if (role === 'ADMIN') await requireFitForRole(tx, userId);
      if (!(await changeRole(tx, userId, role, BY_OPERATOR))) throw noSuchUser(userId);
    };
    await asRequestError(() => database.transaction((tx) => keepAdministrator(tx, OPERATOR, change(tx))));
    recentAccess(database).forget();
    return `user ${userId} has the role ${role}`;
  };
}

/**
 * `create-first-run-code`: creates the code by which the first administrator is made, once. The outcome is JSON: the
 * `public_url` of this installation (null: not set), and the `code`, encrypted for the operator.
 */
function createCodeForFirstRun(
  database: Database,
  { publicUrl }: Pick<ApiGatewayConfig, 'publicUrl'>,
): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { publicKey } = readParameters(SECRET_FOR, parameters);
    const code = await createFirstRunCode(database);
    if (code === null) throw new OperatorRequestError('there is an administrator already');
    return JSON.stringify({ public_url: publicUrl, code: forOperatorsEyes(code, publicKey) });
  };
}

/** Validity of a lent token. The command gives it back at its end; a rebuild that it waits for may take hours. */
const LENT_FOR_MS = 12 * 60 * 60 * 1000;

/**
 * `lend-token`: a token of an administrator for one command, which is in that administrator's trail. The outcome is
 * JSON: the administrator's id (`user`), the `id` of the token, and the encrypted `token`.
 */
function lendToken(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { publicKey, user, operator } = readParameters(LOAN, parameters);
    const userId = user === undefined ? await onlyAdministrator(database) : await requireUser(database, user);
    if (!(await isAdministrator(database, userId))) {
      throw new OperatorRequestError(`user ${userId} is no administrator, or is disabled`);
    }
    const expiresAt = new Date(Date.now() + LENT_FOR_MS);
    const name = `tributary command of ${operator}`;
    const { id, token } = await issuePersonalToken(database, {
      userId,
      name,
      expiresAt,
      details: BY_OPERATOR,
    });
    return JSON.stringify({ user: userId, id, token: forOperatorsEyes(token, publicKey) });
  };
}

async function onlyAdministrator(database: Database): Promise<number> {
  const [first, second] = await administratorIds(database, 2);
  if (first === undefined) {
    throw new OperatorRequestError(
      'nobody is an administrator: make one with `users first-run-code` or `users set-role`',
    );
  }
  if (second === undefined) return first;
  throw new OperatorRequestError(
    'there are several administrators: set TRIBUTARY_USER to the id or e-mail address of the one who acts',
  );
}

/** The user of an id or an e-mail address. @throws OperatorRequestError */
export async function requireUser(database: Database, word: string): Promise<number> {
  const userId = await findUserNamed(database, word.trim());
  if (userId !== undefined) return userId;
  const which = word.includes('@') ? 'with this e-mail address' : word.slice(0, 20);
  throw new OperatorRequestError(`there is no user ${which}`);
}

function noSuchUser(userId: number): OperatorRequestError {
  return new OperatorRequestError(`there is no user ${userId}`);
}
