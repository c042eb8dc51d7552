import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import type { Feature } from '../routing/feature';
import { rootRoute } from '../routing/root-route';
import { transfersSearch } from './transfers-search';

const transfersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transfers',
  validateSearch: transfersSearch,
  component: lazyRouteComponent(() => import('./transfers-screen'), 'TransfersScreen'),
});

/** The transfers to destinations, and the failures. */
export const transfers = {
  links: [
    { label: 'Transfers', to: '/transfers', icon: ArrowRightLeft, keywords: ['failed', 'retry', 'sent'] },
  ],
  routes: [transfersRoute],
} as const satisfies Feature;
