import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A screen: the title of the document, the heading that focus moves to, and what is below. */
export function Page({ title, actions, children }: PageProps) {
  return (
    <Stack gap="md">
      <title>{`${title} – Tributary`}</title>
      <Group justify="space-between" align="center" gap="sm">
        <Title order={1} size="h2" tabIndex={-1}>
          {title}
        </Title>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
