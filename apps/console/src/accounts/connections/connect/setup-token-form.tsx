import { Anchor, Button, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Problem } from '../../../elements/problems/problem';

const TOKEN_LENGTH_MAX = 4096;
/** Where the best known server makes tokens. */
const BRIDGE = 'https://bridge.simplefin.org/simplefin/create';

interface SetupTokenFormProps {
  readonly button: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly submit: (setupToken: string) => void;
  /** Further fields. */
  readonly children?: ReactNode;
  readonly back?: ReactNode;
}

/** How to get a setup token, and a field for it. */
export function SetupTokenForm({ button, isPending, error, submit, children, back }: SetupTokenFormProps) {
  const [token, setToken] = useState('');
  const isEmpty = token.trim() === '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) submit(token);
      }}
    >
      <Stack>
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
          value={token}
          onChange={({ currentTarget: { value } }) => setToken(value)}
          maxLength={TOKEN_LENGTH_MAX}
          autosize
          minRows={3}
          maxRows={8}
          autoComplete="off"
          spellCheck={false}
          required
        />
        {children}
        {error !== null && <Problem error={error} />}
        <Text size="xs" c="dimmed">
          Tributary reads only. You end its access at the server, at any time.
        </Text>
        <Group>
          {back}
          <Button type="submit" loading={isPending} disabled={isEmpty}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
