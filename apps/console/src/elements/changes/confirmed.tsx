import { List, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

interface Confirmation {
  readonly title: string;
  /** The consequences of the change. */
  readonly children: ReactNode;
  /** The word on the button, a verb: `Delete`. */
  readonly confirm: string;
  readonly isDangerous?: boolean;
}

/** Asks the user to confirm a change. @returns whether they did */
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

/** Returns a handler that asks the user to confirm and then runs `act`. */
export function onceConfirmed(confirmation: Confirmation, act: () => void): () => void {
  return () =>
    void confirmed(confirmation).then((isConfirmed) => {
      if (isConfirmed) act();
    });
}

/** The things that a deletion takes with it. */
export function Losses({ lines }: { readonly lines: readonly string[] }) {
  return (
    <List size="sm">
      {lines.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
}
