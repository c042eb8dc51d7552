import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { Feature } from '../routing/feature';
import { rootRoute } from '../routing/root-route';
import { administrationSearch } from './search';

const administrationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/administration',
  validateSearch: administrationSearch,
  component: lazyRouteComponent(() => import('./administration-screen'), 'AdministrationScreen'),
});

/** The whole installation, for its administrators. */
export const administration = {
  links: [
    {
      label: 'Administration',
      to: '/administration',
      icon: ShieldCheck,
      keywords: ['services', 'health', 'dead letters', 'users', 'provider keys', 'rebuild', 'audit'],
    },
  ],
  isForAdministrators: true,
  routes: [administrationRoute],
} as const satisfies Feature;
