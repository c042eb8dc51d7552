import { Alert, Loader } from '@mantine/core';
import { useConnectionLost } from '../../api/stream';

/** Says that the gateway does not answer. It disappears by itself, and what is on the screen is then current again. */
export function ConnectionLost() {
  const isLost = useConnectionLost();
  return (
    <div role="status">
      {isLost && (
        <Alert color="yellow" title="The connection was lost" icon={<Loader size="xs" aria-hidden />} mb="md">
          Trying again. What is shown may be out of date; what you type stays.
        </Alert>
      )}
    </div>
  );
}
