import { Alert, Button, List, Stack, Text } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { problemText } from './problem-text';
import { WhatToDo } from './what-to-do';

interface ProblemProps {
  readonly error: unknown;
  /** Tries again what failed. */
  readonly retry?: () => unknown;
}

/** An error, advice, and a button that tries again. */
export function Problem({ error, retry }: ProblemProps) {
  const { title, message, details, docsUrl } = problemText(error);
  return (
    <Alert role="alert" color="red" title={title} icon={<CircleAlert aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{message}</Text>
        {details.length > 0 && (
          <List size="sm">
            {details.map((detail) => (
              <List.Item key={detail}>{detail}</List.Item>
            ))}
          </List>
        )}
        <WhatToDo page={docsUrl} />
        {retry !== undefined && (
          <Button variant="default" size="xs" onClick={() => void retry()}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
