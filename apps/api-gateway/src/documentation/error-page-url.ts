import { ErrorPageUrl } from '@tributary/http';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { DOCUMENTATION_PATH } from './serve-documentation';

/** Returns the address of this installation's page about an error, or its path if there is no public address. */
export function errorPageUrl({ publicUrl }: Pick<ApiGatewayConfig, 'publicUrl'>): ErrorPageUrl {
  return (page) => `${publicUrl ?? ''}${DOCUMENTATION_PATH}/errors/${page}`;
}
