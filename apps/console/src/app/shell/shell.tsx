import { AppShell } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ConnectionLost } from './connection-lost';
import { Header } from './header';
import { Navigation } from './navigation';
import { PlainHttp } from './plain-http';
import { useNavigationFocus } from './use-navigation-focus';

const CommandPalette = lazy(() => import('./command-palette'));

/** What surrounds every screen. */
export function Shell() {
  const [isMenuOpen, { toggle, close }] = useDisclosure();
  useNavigationFocus(close);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
      padding="md"
    >
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <AppShell.Header>
        <Header isMenuOpen={isMenuOpen} toggleMenu={toggle} />
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Screens" withBorder>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <PlainHttp />
        <ConnectionLost />
        <Outlet />
      </AppShell.Main>
      <Suspense>
        <CommandPalette />
      </Suspense>
    </AppShell>
  );
}
