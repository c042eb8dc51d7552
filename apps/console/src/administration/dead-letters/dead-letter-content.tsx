import { Code, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { $api } from '../../api/api';
import { ForeignText } from '../../elements/foreign-text';
import { QueryState } from '../../elements/queries/query-state';
import type { ServiceName } from '../search';

interface DeadLetterContentProps {
  readonly service: ServiceName;
  readonly id: string | null;
  readonly close: () => void;
}

/** Shows the content of a dead letter. The data of users is masked. */
export function DeadLetterContent({ service, id, close }: DeadLetterContentProps) {
  return (
    <Modal opened={id !== null} onClose={close} title={`Dead letter ${id ?? ''}`} size="xl">
      {id !== null && <Content service={service} id={id} />}
    </Modal>
  );
}

/** Reads the dead letter once, because the audit trail records each time that it is shown. */
function Content({ service, id }: { readonly service: ServiceName; readonly id: string }) {
  const letter = $api.useQuery(
    'get',
    '/admin/services/{service}/dead-letters/{deadLetterId}',
    { params: { path: { service, deadLetterId: id } } },
    { staleTime: Infinity, gcTime: 0 },
  );
  return (
    <QueryState query={letter}>
      {({ data: { error, content } }) => (
        <Stack gap="xs">
          <Text size="sm">
            <ForeignText text={error} />
          </Text>
          <Text size="sm" c="dimmed">
            Only ids, types, states, times and counts are shown; the rest is masked.
          </Text>
          <ScrollArea.Autosize
            mah="60vh"
            viewportProps={{ tabIndex: 0, 'aria-label': 'Content of the message' }}
          >
            <Code block>{content}</Code>
          </ScrollArea.Autosize>
        </Stack>
      )}
    </QueryState>
  );
}
