import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import type { ReactNode } from 'react';

/** A secret with the title under which it is shown. */
export interface ShownSecret {
  readonly title: string;
  readonly text: string;
}

interface ShownOnceProps {
  readonly title: string;
  /** The secret to show; null for none. */
  readonly secret: string | null;
  /** Tells the user where the secret belongs. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A secret that cannot be read again. It is closed by its button alone. */
export function ShownOnce({ title, secret, children, onClose }: ShownOnceProps) {
  return (
    <Modal.Root
      opened={secret !== null}
      onClose={onClose}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body pt="md">
          <Stack gap="md">
            <Modal.Title>{title}</Modal.Title>
            <Alert color="yellow" title="It is shown only now">
              Copy it before you close this.
            </Alert>
            <Text size="sm" component="div">
              {children}
            </Text>
            <Code block tabIndex={0} aria-label={title} className="breaking">
              {secret}
            </Code>
            <Group justify="flex-end">
              <CopyButton value={secret ?? ''}>
                {({ copied, copy }) => (
                  <Button
                    variant="default"
                    leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
                    onClick={copy}
                  >
                    {copied ? 'Copied' : 'Copy'}
                  </Button>
                )}
              </CopyButton>
              <Button onClick={onClose}>I have copied it</Button>
            </Group>
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
