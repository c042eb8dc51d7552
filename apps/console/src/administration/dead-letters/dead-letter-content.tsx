import { Code, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { $api } from '../../api/api';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Problem } from '../../elements/problems/problem';
import type { ServiceName } from '../search';

interface DeadLetterContentProps {
  readonly service: ServiceName;
  readonly id: string | null;
  readonly close: () => void;
}

/** What a dead letter says, as far as an administrator may see it. */
export function DeadLetterContent({ service, id, close }: DeadLetterContentProps) {
  return (
    <Modal opened={id !== null} onClose={close} title={`Dead letter ${id ?? ''}`} size="xl">
      {id !== null && <Content service={service} id={id} />}
    </Modal>
  );
}

/** It is read once: that it was shown is in the audit trail. */
function Content({ service, id }: { readonly service: ServiceName; readonly id: string }) {
  const letter = $api.useQuery(
    'get',
    '/admin/services/{service}/dead-letters/{deadLetterId}',
    { params: { path: { service, deadLetterId: id } } },
    { staleTime: Infinity, gcTime: 0 },
  );
  if (letter.isPending) return <Loading />;
  if (letter.isError) return <Problem error={letter.error} retry={letter.refetch} />;
  const { error, content } = letter.data.data;
  return (
    <Stack gap="xs">
      <Text size="sm">
        <ForeignText text={error} />
      </Text>
      <Text size="sm" c="dimmed">
        Only ids, types, states, times and counts are shown; the rest is masked.
      </Text>
      <ScrollArea.Autosize mah="60vh" viewportProps={{ tabIndex: 0, 'aria-label': 'Content of the message' }}>
        <Code block>{content}</Code>
      </ScrollArea.Autosize>
    </Stack>
  );
}
