import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

interface Confirmation {
  readonly title: string;
  /** What will happen, and what goes with it. */
  readonly children: ReactNode;
  /** The word on the button, a verb: `Delete`. */
  readonly confirm: string;
  readonly isDangerous?: boolean;
}

/** Asks before something happens. @returns whether it was confirmed */
export function confirmed({ title, children, confirm, isDangerous = false }: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: (
        <Text size="sm" component="div">
          {children}
        </Text>
      ),
      labels: { confirm, cancel: 'Cancel' },
      confirmProps: isDangerous ? { color: 'red' } : {},
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    });
  });
}
