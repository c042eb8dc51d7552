import { Button, Group, Modal, Stack, type ModalProps } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { hasFieldError } from '../problems/field-errors';
import { Problem } from '../problems/problem';

interface ChangeFormProps {
  /** The result of `form.onSubmit` of Mantine's `useForm`. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The mutation that sends the form. Its error is shown above the buttons. */
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  /** Text of the button that sends the form, such as `Save`. */
  readonly submit: string;
  readonly isDisabled?: boolean;
  /** Called by the button Cancel; without it, there is no such button. */
  readonly onCancel?: (() => void) | undefined;
  /** Names of fields that show their own errors; an error of such a field is not repeated above the buttons. */
  readonly ownErrors?: readonly string[];
  /** Mantine's style of the button: `filled` for the main form of a screen, `default` for any other. */
  readonly variant?: 'filled' | 'default';
  /** Further buttons beside the one that sends the form. */
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
}

/** A form that sends one change. It shows the fields, the error of the change, and the buttons. */
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
  /** The form of Mantine's `useForm`, whose initial values are the saved ones. */
  readonly form: { readonly isDirty: () => boolean; readonly reset: () => void };
}

/** A form for saved values. Save and Discard are enabled while the fields differ from the saved values. */
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
  /** False closes the dialog and preserves the form's values. Omit it where the dialog is mounted only while open. */
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
