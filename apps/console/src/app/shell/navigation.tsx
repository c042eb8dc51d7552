import { NavLink } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useScreenLink } from '../../elements/screen-link';
import type { FeatureLink } from '../../routing/feature';
import { useLinks } from './use-links';

/** The screens, as links. */
export function Navigation() {
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
