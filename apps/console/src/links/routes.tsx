import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import Waypoints from 'lucide-react/icons/waypoints';
import type { Feature } from '../routing/feature';
import { rootRoute } from '../routing/root-route';
import { idIn, knownIn, pageIn } from '../routing/search-values';
import type { LinksView } from './links-view';

interface LinksSearch {
  readonly view?: LinksView;
  readonly page?: number;
}

interface LinkSearch {
  /** The drift check that is shown; absent: the last. */
  readonly check?: string;
  readonly page?: number;
}

const linksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/links',
  validateSearch: ({ view, page }: Record<string, unknown>): LinksSearch => ({
    view: knownIn(['matrix', 'list'] as const, view),
    page: pageIn(page),
  }),
  component: lazyRouteComponent(() => import('./links-screen'), 'LinksScreen'),
});

const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/links/$linkId',
  validateSearch: ({ check, page }: Record<string, unknown>): LinkSearch => ({
    check: idIn(check),
    page: pageIn(page),
  }),
  component: lazyRouteComponent(() => import('./link-screen'), 'LinkScreen'),
});

/** The links from accounts to targets. */
export const links = {
  links: [{ label: 'Links', to: '/links', icon: Waypoints, keywords: ['transfer link', 'drift'] }],
  routes: [linksRoute, linkRoute],
} as const satisfies Feature;
