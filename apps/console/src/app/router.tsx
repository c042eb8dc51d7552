import { createRouter } from '@tanstack/react-router';
import { Loading } from '../elements/loading';
import { rootRoute } from '../routing/root-route';
import { searchText, searchValues } from './address';
import { FEATURES } from './features';
import { NotFound } from './not-found';
import { ScreenFailed } from './screen-failed';
import { Shell } from './shell/shell';

type FeatureRoute = (typeof FEATURES)[number]['routes'][number];

const routes = FEATURES.flatMap((feature): readonly FeatureRoute[] => feature.routes);

/** Where each path leads. */
export const router = createRouter({
  routeTree: rootRoute.update({ component: Shell }).addChildren(routes),
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: ScreenFailed,
  defaultPendingComponent: Loading,
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch: searchValues,
  stringifySearch: searchText,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
