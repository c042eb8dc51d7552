import { ErrorPageUrl } from '@tributary/http';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { DOCUMENTATION_PATH } from './serve-documentation';

/** Address of this installation's pages on errors; without a public address it is a path. */
export function errorPageUrl({ publicUrl }: Pick<ApiGatewayConfig, 'publicUrl'>): ErrorPageUrl {
  return (page) => `${publicUrl ?? ''}${DOCUMENTATION_PATH}/errors/${page}`;
}
