import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import Waypoints from 'lucide-react/icons/waypoints';
import type { Feature } from '../routing/feature';
import { rootRoute } from '../routing/root-route';
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
    ...(view === 'matrix' || view === 'list' ? { view } : {}),
    ...pageOf(page),
  }),
  component: lazyRouteComponent(() => import('./links-screen'), 'LinksScreen'),
});

const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/links/$linkId',
  validateSearch: ({ check, page }: Record<string, unknown>): LinkSearch => ({
    ...(typeof check === 'string' || typeof check === 'number' ? { check: String(check) } : {}),
    ...pageOf(page),
  }),
  component: lazyRouteComponent(() => import('./link-screen'), 'LinkScreen'),
});

function pageOf(page: unknown): { readonly page?: number } {
  return Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {};
}

/** Which account goes to which target. */
export const links = {
  links: [{ label: 'Links', to: '/links', icon: Waypoints, keywords: ['transfer link', 'drift'] }],
  routes: [linksRoute, linkRoute],
} as const satisfies Feature;
