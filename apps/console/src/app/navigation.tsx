import { NavLink } from '@mantine/core';
import { useLocation, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useLinks } from './use-links';

/** The screens, as links. */
export function Navigation() {
  const { pathname } = useLocation();
  const router = useRouter();
  const go = (event: MouseEvent, to: string) => {
    const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (isForBrowser) return;
    event.preventDefault();
    router.history.push(to);
  };
  return useLinks().map(({ label, to, icon: Icon }) => {
    const isHere = to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);
    return (
      <NavLink
        key={to}
        href={to}
        label={label}
        leftSection={<Icon size={16} aria-hidden />}
        active={isHere}
        aria-current={isHere ? 'page' : undefined}
        onClick={(event: MouseEvent) => go(event, to)}
      />
    );
  });
}
