import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Nothing } from '../elements/nothing';
import { Page } from '../elements/page';

/** The screen of every path that leads nowhere. */
export function NotFound() {
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
