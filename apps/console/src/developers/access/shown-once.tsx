import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';

interface ShownOnceProps {
  readonly title: string;
  readonly secret: string;
  /** What it is for. */
  readonly children: string;
  readonly onClose: () => void;
}

/** A secret that the server does not keep: it is shown here and never again. */
export function ShownOnce({ title, secret, children, onClose }: ShownOnceProps) {
  return (
    <Alert color="green" title={title} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{children} It is shown only now: copy it to a safe place.</Text>
        <Code block tabIndex={0} aria-label={title} maw="100%">
          {secret}
        </Code>
        <Group>
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button size="xs" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button size="xs" variant="default" onClick={onClose}>
            I have kept it
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
