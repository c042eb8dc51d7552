import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitedNetwork } from './networks';
import { LimitName, LIMITS } from './limits';
import { RateLimits } from './rate-limits';

/** The limits that need no user: the caller is identified only by the network. */
export type NetworkLimit = {
  [Name in LimitName]: (typeof LIMITS)[Name]['by'] extends 'network' ? Name : never;
}[LimitName];

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Which limit by network the route has; `token`: its guards count by user; `nothing`: to count it costs more than to
     * answer it. Absent: `publicRequests`.
     */
    limitedBy?: NetworkLimit | 'token' | 'nothing';
  }
}

/** Requests of orchestrators every few seconds. */
export const PROBES: readonly string[] = ['health/live', 'health/ready', 'health/serving'];

/** Limits every route by network whose guards count no user, also those that do not exist. */
export function limitByNetwork(server: FastifyInstance, limits: RateLimits): void {
  server.addHook('onRequest', async (request) => {
    const { limitedBy = 'publicRequests' } = request.routeOptions.config;
    if (limitedBy === 'token' || limitedBy === 'nothing' || isProbe(request)) return;
    await limits.require(limitedBy, limitedNetwork(request.ip));
  });
}

function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
  return url !== undefined && PROBES.includes(url.slice(1));
}
