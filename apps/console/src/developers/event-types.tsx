import {
  Accordion,
  Anchor,
  Code,
  Group,
  ScrollArea,
  SegmentedControl,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import type { EventType } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../api/api';
import { QueryState } from '../elements/queries/query-state';
import { ScreenLink } from '../elements/screen-link';

type Version = EventType['samples'][number]['payload_version'];

/** The document of the API, and every event with a sample. */
export function EventTypes() {
  const types = $api.useQuery('get', '/events/types');
  return (
    <Stack>
      <Title order={2} size="h4">
        The API
      </Title>
      <Group>
        <Anchor href="/api/v1/docs" underline="always">
          Read and try the API
        </Anchor>
        <Anchor href="/api/v1/openapi.json" underline="always">
          OpenAPI document
        </Anchor>
      </Group>
      <Title order={2} size="h4">
        Events
      </Title>
      <Text size="sm" c="dimmed" component="div">
        What <ScreenLink to="/webhooks">webhook endpoints</ScreenLink> receive, with invented values.
      </Text>
      <QueryState query={types}>{({ data }) => <Samples types={data} />}</QueryState>
    </Stack>
  );
}

function Samples({ types }: { readonly types: readonly EventType[] }) {
  const versions = [...new Set(types.flatMap(({ samples }) => samples.map((one) => one.payload_version)))];
  const newest = versions.toSorted().at(-1);
  const [chosen, setChosen] = useState<Version | undefined>(newest);
  return (
    <Stack>
      <SegmentedControl
        aria-label="Version of the payload"
        data={versions}
        value={chosen ?? ''}
        onChange={(value) => setChosen(versions.find((one) => one === value))}
        w="fit-content"
      />
      <Accordion variant="contained" order={3} keepMounted={false}>
        {types.map(({ type, scopes, samples }) => {
          const sample = samples.find((one) => one.payload_version === chosen);
          if (sample === undefined) return null;
          return (
            <Accordion.Item key={type} value={type}>
              <Accordion.Control>{type}</Accordion.Control>
              <Accordion.Panel>
                <Stack gap="xs">
                  <Text size="xs" c="dimmed">
                    Needs {scopes.join(', ')}
                  </Text>
                  <ScrollArea.Autosize
                    mah={420}
                    viewportProps={{ tabIndex: 0, 'aria-label': `Sample of ${type}` }}
                  >
                    <Code block>{JSON.stringify(sample.body, null, 2)}</Code>
                  </ScrollArea.Autosize>
                </Stack>
              </Accordion.Panel>
            </Accordion.Item>
          );
        })}
      </Accordion>
    </Stack>
  );
}
