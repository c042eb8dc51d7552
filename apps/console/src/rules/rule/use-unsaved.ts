import { useBlocker } from '@tanstack/react-router';
import { createElement, useRef } from 'react';
import { confirmed } from '../../elements/changes/confirmed';

/** Asks before a screen with unsaved changes is left. @returns what lets the next navigation pass */
export function useUnsaved(isDirty: boolean): () => void {
  const isPassing = useRef(false);
  useBlocker({
    shouldBlockFn: async () => {
      if (!isDirty || isPassing.current) return false;
      return !(await confirmed({
        title: 'Leave without saving?',
        children: createElement('p', null, 'Your changes to this rule are lost.'),
        confirm: 'Leave',
        isDangerous: true,
      }));
    },
    enableBeforeUnload: () => isDirty && !isPassing.current,
  });
  return () => {
    isPassing.current = true;
  };
}
