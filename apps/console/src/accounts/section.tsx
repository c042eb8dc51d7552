import { Group, Paper, Stack, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen with a heading of its own. */
export function Section({ title, actions, children }: SectionProps) {
  const heading = useId();
  return (
    <Paper component="section" aria-labelledby={heading}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4" id={heading}>
            {title}
          </Title>
          {actions}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
