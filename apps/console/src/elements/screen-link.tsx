import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

/** The properties of a link to another feature's screen: it opens within the page, unless a key leaves it to the browser. */
export function useScreenLink(to: string): { href: string; onClick: (event: MouseEvent) => void } {
  const router = useRouter();
  return {
    href: to,
    onClick: (event) => {
      const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
      if (isForBrowser) return;
      event.preventDefault();
      router.history.push(to);
    },
  };
}

/** A link to a screen of another feature, by its path. */
export function ScreenLink({
  to,
  children,
  ...looks
}: AnchorProps & { readonly to: string; readonly children: ReactNode }) {
  return (
    <Anchor underline="always" {...looks} {...useScreenLink(to)}>
      {children}
    </Anchor>
  );
}

/** A link to a screen of another feature that looks like a button. */
export function ScreenButton({
  to,
  children,
  ...looks
}: ButtonProps & { readonly to: string; readonly children: ReactNode }) {
  return (
    <Button component="a" {...looks} {...useScreenLink(to)}>
      {children}
    </Button>
  );
}
