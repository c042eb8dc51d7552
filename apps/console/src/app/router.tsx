import { createRouter, Link, type ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { Loading } from '../elements/loading';
import { rootRoute } from '../routing/root-route';
import { searchText, searchValues } from './address';
import { FEATURES } from './features';
import { Shell } from './shell/shell';
import { Nothing } from '../elements/nothing';
import { Page } from '../elements/page';
import { Problem } from '../elements/problems/problem';
import { problemText } from '../elements/problems/problem-text';

type FeatureRoute = (typeof FEATURES)[number]['routes'][number];

const routes = FEATURES.flatMap((feature): readonly FeatureRoute[] => feature.routes);

/** The routes of all features. */
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

/** The screen of every path that leads nowhere. */
function NotFound() {
  return (
    <Page title="Page not found">
      <Nothing
        title="There is nothing at this address"
        action={
          <Button component={Link} to="/">
            Go to the overview
          </Button>
        }
      >
        Check the address, or choose a screen from the navigation.
      </Nothing>
    </Page>
  );
}

/** Replaces a screen that failed. The shell around it keeps working. */
function ScreenFailed({ error, reset }: ErrorComponentProps) {
  // The files of an older build are gone after an update: only loading the page again helps.
  const isOutdated = /dynamically imported module/i.test(problemText(error).message);
  return (
    <Page title="This screen has failed">
      <Problem error={error} retry={isOutdated ? () => location.reload() : reset} />
    </Page>
  );
}
