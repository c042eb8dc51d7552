import { Database } from '@tributary/persistence';
import { OperatorRequestError, OperatorRequestHandler, readParameters } from '@tributary/service';
import type { ApiGatewayConfig } from '../../api-gateway.config';
import { createFirstRunCode } from '../sign-up/first-run';
import { SECRET_FOR } from './accounts';
import { forOperatorsEyes } from './generated-password';

/**
 * `create-first-run-code`: makes the first administrator, once. The outcome is JSON: the `public_url` of this installation (null:
 * not set), and the `code` for the operator's eyes.
 */
export function createCodeForFirstRun(
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
