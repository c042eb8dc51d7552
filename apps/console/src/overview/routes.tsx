import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import type { Feature } from '../routing/feature';
import { rootRoute } from '../routing/root-route';
import { readAhead } from './queries';
import { overviewSearch, PERIOD } from './search';

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: overviewSearch,
  loaderDeps: ({ search: { period = PERIOD } }) => ({ period }),
  // It waits for nothing: each section shows by itself what is still being read.
  loader: ({ deps: { period } }) => readAhead(period),
  component: lazyRouteComponent(() => import('./overview-screen'), 'OverviewScreen'),
});

/** The overview: net worth, money in and out, and the problems that only the user can solve. */
export const overview = {
  links: [{ label: 'Overview', to: '/', icon: LayoutDashboard, keywords: ['home', 'net worth'] }],
  routes: [overviewRoute],
} as const satisfies Feature;
