import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

interface SectionProps {
  readonly title: ReactNode;
  /** The anchor of the section in the address: `/settings#sessions`. */
  readonly id?: string;
  readonly description?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen with a heading of its own. */
export function Section({ title, id, description, actions, children }: SectionProps) {
  const ownId = useId();
  const heading = id ?? ownId;
  return (
    <Paper component="section" aria-labelledby={heading}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4" id={heading}>
            {title}
          </Title>
          {actions}
        </Group>
        {description !== undefined && (
          <Text size="sm" c="dimmed" component="div">
            {description}
          </Text>
        )}
        {children}
      </Stack>
    </Paper>
  );
}
