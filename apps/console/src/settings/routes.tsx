import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import Settings from 'lucide-react/icons/settings';
import type { Feature } from '../routing/feature';
import { rootRoute } from '../routing/root-route';

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-screen'), 'SettingsScreen'),
});

/** The signed-in user: name, password, sessions, notices. */
export const settings = {
  links: [
    {
      label: 'Settings',
      to: '/settings',
      icon: Settings,
      keywords: ['account', 'password', 'e-mail', 'notices', 'sessions', 'export', 'delete'],
    },
  ],
  routes: [settingsRoute],
} as const satisfies Feature;
