import { Alert, Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { continueSession, signInUrl, useSessionEnded } from '../api/session';

/** Asks to sign in again where the session has ended. Everything that was typed stays, and what was refused is sent again. */
export function SessionEnded() {
  return (
    <Modal
      opened={useSessionEnded()}
      onClose={() => void continueSession().catch(() => false)}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title="Your session has ended"
    >
      <SignInAgain />
    </Modal>
  );
}

function SignInAgain() {
  const [isStillEnded, setStillEnded] = useState(false);
  const resume = async () => setStillEnded(!(await continueSession().catch(() => false)));
  // Whoever has signed in elsewhere has nothing left to press here.
  useWindowEvent('focus', () => void resume());
  return (
    <Stack>
      <Text size="sm">
        Sign in again in a new tab, then come back here. What you typed is still there, and what you were
        doing continues.
      </Text>
      {isStillEnded && (
        <Alert role="alert" color="yellow">
          You are not signed in yet.
        </Alert>
      )}
      <Group justify="flex-end">
        <Anchor href={signInUrl('/console/signed-in')} target="_blank" rel="noopener" size="sm">
          Sign in (new tab)
        </Anchor>
        <Button onClick={() => void resume()}>Continue</Button>
      </Group>
    </Stack>
  );
}
