import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface NothingProps {
  readonly title: string;
  /** Explains why the list is empty, and what to do. */
  readonly children?: ReactNode;
  /** The button that does it. */
  readonly action?: ReactNode;
}

/** An empty state. */
export function Nothing({ title, children, action }: NothingProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children !== undefined && (
        <Text c="dimmed" maw="32rem" component="div">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
