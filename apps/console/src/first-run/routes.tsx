import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Feature } from '../routing/feature';
import { rootRoute } from '../routing/root-route';

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  component: lazyRouteComponent(() => import('./welcome-screen'), 'WelcomeScreen'),
});

/** The first steps of a new installation, where the page of the first user leads. */
export const firstRun = { links: [], routes: [welcomeRoute] } as const satisfies Feature;
