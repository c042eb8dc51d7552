import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import Send from 'lucide-react/icons/send';
import type { Feature } from '../routing/feature';
import { rootRoute } from '../routing/root-route';

/** The query with which the browser returns from granting access: see `redirect_url` in the API. */
interface DestinationsSearch {
  readonly outcome?: string;
}

const destinationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/destinations',
  validateSearch: ({ outcome }: Record<string, unknown>): DestinationsSearch =>
    typeof outcome === 'string' ? { outcome } : {},
  component: lazyRouteComponent(() => import('./destinations-screen'), 'DestinationsScreen'),
});

/** The destinations of transactions. */
export const destinations = {
  links: [
    { label: 'Destinations', to: '/destinations', icon: Send, keywords: ['budget', 'spreadsheet', 'feed'] },
  ],
  routes: [destinationsRoute],
} as const satisfies Feature;
