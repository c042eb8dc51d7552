import { Button, Group, Table, Text } from '@mantine/core';
import type { DeadLetter } from '@tributary/client';
import { ForeignText } from '../../elements/foreign-text';
import { When } from '../../elements/dates/when';

interface DeadLetterRowProps {
  readonly letter: DeadLetter;
  readonly show: () => void;
  readonly replay: () => unknown;
  readonly drop: () => unknown;
}

export function DeadLetterRow({ letter, show, replay, drop }: DeadLetterRowProps) {
  const { id, topic, key, item, error, attempts, created_at: since } = letter;
  return (
    <Table.Tr>
      <Table.Td>
        {topic}
        <Text size="xs" c="dimmed">
          Number {id}, key <ForeignText text={key} />
          {item !== null && `, item ${item}`}
        </Text>
      </Table.Td>
      <Table.Td maw="22rem">
        <Text size="sm" lineClamp={3}>
          <ForeignText text={error} />
        </Text>
      </Table.Td>
      <Table.Td>{attempts}</Table.Td>
      <Table.Td>
        <When at={since} />
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button size="compact-sm" variant="default" onClick={show} aria-label={`Show dead letter ${id}`}>
            Show
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void replay()}
            aria-label={`Replay dead letter ${id}`}
          >
            Replay
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            c="red"
            onClick={() => void drop()}
            aria-label={`Drop dead letter ${id}`}
          >
            Drop
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
