import { Alert } from '@mantine/core';

/**
 * Says what a session without TLS means (`PLAIN_HTTP_SESSIONS`). On the machine itself nobody is between, and browsers call that secure,
 * too.
 */
export function PlainHttp() {
  if (window.isSecureContext) return null;
  return (
    <Alert color="yellow" role="note" mb="md">
      Nothing encrypts this connection: whoever shares your network can read what you see and type here, and
      act as you.
    </Alert>
  );
}
