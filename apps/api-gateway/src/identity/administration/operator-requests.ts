import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import {
  OperatorDesk,
  OperatorRequestError,
  OperatorRequestHandler,
  readParameters,
} from '@tributary/service';
import { deleteOneApp, revokeAccesses, revokeOneGrant, revokeOneToken } from './accesses';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { createUser, disableUser, enableUser, resetPassword, setPlan, setRole, SECRET_FOR } from './accounts';
import { createInvitation, withdrawOneInvitation } from './invitations';
import { createFirstRunCode } from '../sign-up/first-run';
import { forOperatorsEyes } from './generated-password';

/** Operators' requests to the gateway about users and their accesses. */
@Injectable()
export class OperatorRequests {
  constructor(
    @Inject(OperatorDesk) desk: OperatorDesk,
    @Inject(Database) database: Database,
    @Inject(API_GATEWAY_CONFIG) config: ApiGatewayConfig,
  ) {
    desk.handle('create-user', createUser(database), ['email', 'name', 'publicKey']);
    desk.handle('reset-password', resetPassword(database), ['publicKey']);
    desk.handle('set-plan', setPlan(database));
    desk.handle('set-role', setRole(database));
    desk.handle('disable-user', disableUser(database));
    desk.handle('enable-user', enableUser(database));
    desk.handle('create-first-run-code', createCodeForFirstRun(database, config));
    desk.handle('create-invitation', createInvitation(database, config), ['email', 'publicKey']);
    desk.handle('withdraw-invitation', withdrawOneInvitation(database));
    desk.handle('revoke-token', revokeOneToken(database));
    desk.handle('revoke-grant', revokeOneGrant(database));
    desk.handle('revoke-accesses', revokeAccesses(database));
    desk.handle('delete-app', deleteOneApp(database));
  }
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
