import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import CodeXml from 'lucide-react/icons/code-xml';
import type { Feature } from '../routing/feature';
import { rootRoute } from '../routing/root-route';
import { developersSearch } from './tabs';

const developersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/developers',
  validateSearch: developersSearch,
  component: lazyRouteComponent(() => import('./developers-screen'), 'DevelopersScreen'),
});

/** Tokens, apps, grants, security events and the documents of the API. */
export const developers = {
  links: [
    {
      label: 'Developers',
      to: '/developers',
      icon: CodeXml,
      keywords: ['tokens', 'apps', 'OAuth', 'grants', 'security events', 'API', 'events'],
    },
  ],
  routes: [developersRoute],
} as const satisfies Feature;
