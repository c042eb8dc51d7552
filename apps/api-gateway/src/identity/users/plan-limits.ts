import { Queryable } from '@tributary/persistence';
import type { ApiGatewayConfig } from '../../api-gateway.config';
import { Access } from '../access/access';

type PlanLimits = Pick<ApiGatewayConfig, 'webhookEndpointLimits' | 'automationEndpointLimits'>;

interface EndpointCounts {
  readonly webhook_endpoints: number;
  readonly automation_endpoints: number;
}

/**
 * What the user's plan limits, and how much of it is used: null for a token that may not list all webhook endpoints, which the
 * numbers count.
 */
export async function readPlanLimits(database: Queryable, limits: PlanLimits, access: Access) {
  const { plan, userId } = access;
  const mayCount = access.allows('webhooks:read') && access.accountIds === null;
  const used = mayCount ? await countEndpoints(database, userId) : null;
  return {
    webhook_endpoints: {
      limit: limits.webhookEndpointLimits[plan],
      used: used && used.webhook_endpoints,
    },
    automation_endpoints: {
      limit: limits.automationEndpointLimits[plan],
      used: used && used.automation_endpoints,
    },
  };
}

async function countEndpoints(database: Queryable, userId: number): Promise<EndpointCounts> {
  const [counted] = await database.query<EndpointCounts>(
    `select count(*) filter (where document ->> 'type' = 'WEBHOOK') as webhook_endpoints,
            count(*) filter (where document ->> 'type' <> 'WEBHOOK') as automation_endpoints
       from webhook_endpoints where user_id = $1 and not deleted`,
    [userId],
  );
  return counted ?? { webhook_endpoints: 0, automation_endpoints: 0 };
}
