import { Button, Group, Modal, Stack, type ModalProps } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { hasFieldError } from '../problems/field-errors';
import { Problem } from '../problems/problem';

interface ChangeFormProps {
  /** The result of `form.onSubmit` of Mantine's `useForm`. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The mutation that the form starts: its error is shown above the buttons. */
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  /** The words on the button: `Save`. */
  readonly submit: string;
  readonly isDisabled?: boolean;
  /** Adds the button Cancel. */
  readonly onCancel?: (() => void) | undefined;
  /** Fields that show their errors themselves: an error about one of them is not repeated above the buttons. */
  readonly ownErrors?: readonly string[];
  /** `default` where the form is not the main thing on its screen. */
  readonly variant?: 'filled' | 'default';
  /** Buttons beside the one that sends the form. */
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
}

/** A form that sends one change: its fields, the error of the change, and its buttons. */
export function ChangeForm(props: ChangeFormProps) {
  const { onSubmit, change, submit, isDisabled = false, onCancel, ownErrors = [] } = props;
  const { variant = 'filled', buttons, children } = props;
  const { error, isPending } = change;
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        {children}
        {error !== null && !hasFieldError(error, ownErrors) && <Problem error={error} />}
        <Group justify={onCancel === undefined ? 'flex-start' : 'flex-end'}>
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" variant={variant} loading={isPending} disabled={isDisabled}>
            {submit}
          </Button>
          {buttons}
        </Group>
      </Stack>
    </form>
  );
}

interface SettingsFormProps extends Omit<ChangeFormProps, 'submit' | 'isDisabled' | 'onCancel' | 'buttons'> {
  /** Mantine's `useForm`, with the saved values as its initial ones. */
  readonly form: { readonly isDirty: () => boolean; readonly reset: () => void };
}

/** A form of saved values: it saves or discards what differs from them. */
export function SettingsForm({ form, ...props }: SettingsFormProps) {
  const isClean = !form.isDirty();
  return (
    <ChangeForm
      {...props}
      submit="Save"
      isDisabled={isClean}
      buttons={
        <Button variant="default" disabled={isClean} onClick={form.reset}>
          Discard changes
        </Button>
      }
    />
  );
}

interface FormDialogProps extends Omit<ChangeFormProps, 'onCancel' | 'variant' | 'buttons'> {
  readonly title: string;
  /** False keeps the values of a dialog that is closed; other dialogs are mounted only while they are open. */
  readonly isOpen?: boolean;
  readonly onClose: () => void;
  readonly size?: ModalProps['size'];
}

/** A dialog with a form that sends one change. */
export function FormDialog({ title, isOpen = true, onClose, size = 'md', ...form }: FormDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={size}>
      <ChangeForm {...form} onCancel={onClose} />
    </Modal>
  );
}
