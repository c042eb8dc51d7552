import { CompleteAuthorizationHandler } from './complete-authorization.handler';
import { ConnectDestinationHandler } from './connect-destination.handler';
import { DeleteDestinationHandler } from './delete-destination.handler';
import { RefreshDestinationHandler } from './refresh-destination.handler';
import { StartAuthorizationHandler } from './start-authorization.handler';

/** The commands by which users connect destinations, of whatever kind. */
export const CONNECTING = [
  StartAuthorizationHandler,
  CompleteAuthorizationHandler,
  ConnectDestinationHandler,
  RefreshDestinationHandler,
  DeleteDestinationHandler,
] as const;
