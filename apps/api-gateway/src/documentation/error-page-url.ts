import { ErrorPageUrl } from '@tributary/http';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { DOCUMENTATION_PATH } from './serve-documentation';

/** Where this installation serves the pages on errors: relative to the API where its public address is not known. */
export function errorPageUrl({ publicUrl }: Pick<ApiGatewayConfig, 'publicUrl'>): ErrorPageUrl {
  return (page) => `${publicUrl ?? ''}${DOCUMENTATION_PATH}/errors/${page}`;
}
