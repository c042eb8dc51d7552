import { Anchor, List, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { ChangeForm } from '../../../elements/forms/change-form';

const TOKEN_LENGTH_MAX = 4096;
/** The page of the best known server that makes tokens. */
const BRIDGE = 'https://bridge.simplefin.org/simplefin/create';

interface SetupTokenFormProps {
  readonly button: string;
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  readonly onToken: (setupToken: string) => void;
  /** Further fields. */
  readonly children?: ReactNode;
  readonly back?: ReactNode;
}

/** Explains how to get a setup token, and takes it. */
export function SetupTokenForm({ button, change, onToken, children, back }: SetupTokenFormProps) {
  const form = useForm({ initialValues: { token: '' } });
  return (
    <ChangeForm
      onSubmit={form.onSubmit(({ token }) => onToken(token))}
      change={change}
      submit={button}
      isDisabled={form.values.token.trim() === ''}
      buttons={back}
    >
      <List size="sm" type="ordered">
        <List.Item>
          Sign in at your SimpleFIN server and connect your banks there. The best known server is the{' '}
          <Anchor href={BRIDGE} target="_blank" rel="noreferrer" inherit underline="always">
            SimpleFIN Bridge
          </Anchor>
          ; Tributary’s own feeds work as well.
        </List.Item>
        <List.Item>Make a new setup token there, and copy its whole text.</List.Item>
        <List.Item>Paste it here. It works once: what it opens is stored encrypted.</List.Item>
      </List>
      <Textarea
        label="Setup token"
        description="Anyone who has it can read your accounts until it is used."
        maxLength={TOKEN_LENGTH_MAX}
        autosize
        minRows={3}
        maxRows={8}
        autoComplete="off"
        spellCheck={false}
        required
        {...form.getInputProps('token')}
      />
      {children}
      <Text size="xs" c="dimmed">
        Tributary reads only. You end its access at the server, at any time.
      </Text>
    </ChangeForm>
  );
}
