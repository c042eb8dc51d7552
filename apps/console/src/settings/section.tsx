import { Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  /** Also of the address: `/settings#sessions`. */
  readonly id: string;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

/** One part of the settings. */
export function Section({ id, title, description, children }: SectionProps) {
  return (
    <Card withBorder component="section" aria-labelledby={id} padding="lg" maw="48rem">
      <Stack gap="sm">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {description !== undefined && (
          <Text size="sm" c="dimmed" component="div">
            {description}
          </Text>
        )}
        {children}
      </Stack>
    </Card>
  );
}
