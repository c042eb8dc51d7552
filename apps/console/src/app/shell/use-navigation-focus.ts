import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Moves the focus to the new screen's heading, as a browser would for a new page, and reports the navigation. */
export function useNavigationFocus(onNavigation: () => void): void {
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
