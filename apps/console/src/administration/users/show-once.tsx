import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';

/** A text that is shown now and never again. */
export interface ShownSecret {
  readonly label: string;
  readonly text: string;
}

interface ShowOnceProps {
  readonly secret: ShownSecret | null;
  readonly close: () => void;
}

export function ShowOnce({ secret, close }: ShowOnceProps) {
  return (
    <Modal opened={secret !== null} onClose={close} title={secret?.label ?? ''} closeOnClickOutside={false}>
      {secret !== null && (
        <Stack>
          <Text size="sm">Hand it over now: it is not shown again.</Text>
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {secret.text}
          </Code>
          <Group justify="flex-end">
            <CopyButton value={secret.text}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
