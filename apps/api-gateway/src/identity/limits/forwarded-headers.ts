import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiGatewayConfig } from '../../api-gateway.config';
import { networkOf } from './networks';

const CONSEQUENCE =
  'Name it in TRUSTED_PROXIES: else all of its clients count as one network, and share its limits.';

/**
 * Warns an operator whose proxy is not named in `TRUSTED_PROXIES`, once: at the start, or with the first request
 * through the proxy.
 */
export function warnOfUnnamedProxies(
  server: FastifyInstance,
  { publicUrl, trustedProxies }: ApiGatewayConfig,
  warn: (text: string) => void,
): void {
  if (trustedProxies === null && publicUrl?.startsWith('https:')) {
    warn(`PUBLIC_URL is https, so there is a proxy in front. ${CONSEQUENCE}`);
  }
  let isWarned = false;
  server.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && isUnbelieved(request)) {
      isWarned = true;
      const network = networkOf(request.ip) ?? 'an unknown network';
      warn(`Requests from ${network} carry X-Forwarded-For. If that is your proxy: ${CONSEQUENCE}`);
    }
    done();
  });
}

/** Whether a request has a proxy's headers, but its sender is not trusted as a proxy, so that the headers are ignored. */
function isUnbelieved({ headers, ip, socket }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress;
}
