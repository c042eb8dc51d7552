import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from '../problems/problem';
import type { DialogProps } from '../forms/dialog';

interface DeleteDialogProps extends DialogProps {
  readonly title: string;
  /** Names what is deleted, above the losses. */
  readonly intro: ReactNode;
  /** `Losses` that are counted while the dialog is open: its content is mounted only then. */
  readonly losses: ReactNode;
  /** Names the data that the deletion leaves as it is. */
  readonly children: ReactNode;
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  readonly onDelete: () => void;
}

/** Counts what a deletion takes with it before the user confirms it. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { title, intro, losses, children, change, onDelete, isOpen, close } = props;
  return (
    <Modal opened={isOpen} onClose={close} title={title}>
      <Stack>
        <Text size="sm">{intro}</Text>
        {losses}
        <Text size="sm">{children}</Text>
        {change.error !== null && <Problem error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={change.isPending} onClick={onDelete}>
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
