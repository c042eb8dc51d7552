import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import Webhook from 'lucide-react/icons/webhook';
import type { Feature } from '../routing/feature';
import { rootRoute } from '../routing/root-route';
import { endpointSearch } from './endpoint-search';

const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-screen'), 'WebhooksScreen'),
});

const endpointRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$endpointId',
  validateSearch: endpointSearch,
  component: lazyRouteComponent(() => import('./endpoint-screen'), 'EndpointScreen'),
});

/** Endpoints that are called when something happens. */
export const webhooks = {
  links: [{ label: 'Webhooks', to: '/webhooks', icon: Webhook, keywords: ['endpoint', 'delivery', 'event'] }],
  routes: [webhooksRoute, endpointRoute],
} as const satisfies Feature;
