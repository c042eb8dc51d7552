import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import GitMerge from 'lucide-react/icons/git-merge';
import type { Feature } from '../routing/feature';
import { rootRoute } from '../routing/root-route';
import { reviewsSearch } from './search';

const reviewsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reviews',
  validateSearch: reviewsSearch,
  component: lazyRouteComponent(() => import('./reviews-screen'), 'ReviewsScreen'),
});

/** Settlements that a person decides on. */
export const reviews = {
  links: [
    {
      label: 'Reviews',
      to: '/reviews',
      icon: GitMerge,
      keywords: ['settlement', 'pending', 'duplicates', 'doubtful', 'same payment'],
    },
  ],
  routes: [reviewsRoute],
} as const satisfies Feature;
