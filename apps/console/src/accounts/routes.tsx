import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import Landmark from 'lucide-react/icons/landmark';
import Plus from 'lucide-react/icons/plus';
import type { Feature } from '../routing/feature';
import { rootRoute } from '../routing/root-route';
import { accountSearch, accountsSearch, connectSearch } from './search';

const accountsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts',
  validateSearch: accountsSearch,
  component: lazyRouteComponent(() => import('./accounts-screen'), 'AccountsScreen'),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/$accountId',
  validateSearch: accountSearch,
  component: lazyRouteComponent(() => import('./account/account-screen'), 'AccountScreen'),
});

const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connect',
  validateSearch: connectSearch,
  component: lazyRouteComponent(() => import('./connections/connect/connect-screen'), 'ConnectScreen'),
});

const importsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imports',
  component: lazyRouteComponent(() => import('./imports/imports-screen'), 'ImportsScreen'),
});

const importRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imports/$importId',
  component: lazyRouteComponent(() => import('./imports/import-screen'), 'ImportScreen'),
});

/** Accounts by institution, an account, and connecting a bank. */
export const accounts = {
  links: [
    { label: 'Accounts', to: '/accounts', icon: Landmark, keywords: ['banks', 'balances', 'brokers'] },
    { label: 'Connect a bank', to: '/connect', icon: Plus, keywords: ['institution', 'consent', 'broker'] },
  ],
  routes: [accountsRoute, accountRoute, connectRoute, importsRoute, importRoute],
} as const satisfies Feature;
