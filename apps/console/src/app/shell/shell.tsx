import { AppShell, Alert, Loader, NavLink } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { Header } from './header';
import { useConnectionLost } from '../../api/stream';
import { useScreenLink } from '../../elements/screen-link';
import type { FeatureLink } from '../../routing/feature';
import { useLinks } from './use-links';

const CommandPalette = lazy(() => import('./command-palette'));

/** The frame around every screen. */
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

/**
 * Shows that the gateway does not respond. The notice disappears with the connection's return, when the screen is
 * current again.
 */
function ConnectionLost() {
  const isLost = useConnectionLost();
  return (
    <div role="status">
      {isLost && (
        <Alert color="yellow" title="The connection was lost" icon={<Loader size="xs" aria-hidden />} mb="md">
          Trying again. What is shown may be out of date; what you type stays.
        </Alert>
      )}
    </div>
  );
}

/** The screens, as links. */
function Navigation() {
  return useLinks().map((link) => <NavigationLink key={link.to} {...link} />);
}

function NavigationLink({ label, to, icon: Icon }: FeatureLink) {
  const { pathname } = useLocation();
  const isHere = to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);
  return (
    <NavLink
      {...useScreenLink(to)}
      label={label}
      leftSection={<Icon size={16} aria-hidden />}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
    />
  );
}

/**
 * Warns about a session without TLS (`PLAIN_HTTP_SESSIONS`). On the machine itself there is no network between, and
 * browsers treat that as secure, so there is no warning.
 */
function PlainHttp() {
  if (window.isSecureContext) return null;
  return (
    <Alert color="yellow" role="note" mb="md">
      Nothing encrypts this connection: whoever shares your network can read what you see and type here, and
      act as you.
    </Alert>
  );
}

/** Moves the focus to the new screen's heading, as a browser would for a new page, and reports the navigation. */
function useNavigationFocus(onNavigation: () => void): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        onNavigation();
        const heading = document.querySelector<HTMLElement>('main h1');
        (heading ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
      }),
    [router, onNavigation],
  );
}
