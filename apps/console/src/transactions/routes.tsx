import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import ReceiptText from 'lucide-react/icons/receipt-text';
import type { Feature } from '../routing/feature';
import { rootRoute } from '../routing/root-route';
import { searchOf } from './filters/search';

const transactionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transactions',
  validateSearch: searchOf,
  component: lazyRouteComponent(() => import('./transactions-screen'), 'TransactionsScreen'),
});

const storyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transactions/$transactionId',
  component: lazyRouteComponent(() => import('./story/story-screen'), 'StoryScreen'),
});

/** All transactions, and the story of each. */
export const transactions = {
  links: [
    {
      label: 'Transactions',
      to: '/transactions',
      icon: ReceiptText,
      keywords: ['search', 'payments', 'export', 'csv'],
    },
  ],
  routes: [transactionsRoute, storyRoute],
} as const satisfies Feature;
