import { ApiError } from '@tributary/client';

/** Opens the screen for another setup token if the connection has no page for its consent. */
export function leaveForToken(error: unknown, connectionId: string): boolean {
  if (!(error instanceof ApiError) || error.errors['setup_token'] === undefined) return false;
  location.assign(`/connect?connection=${connectionId}&step=token`);
  return true;
}
