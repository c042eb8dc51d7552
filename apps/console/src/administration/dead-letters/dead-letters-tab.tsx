import { Button, Group, NativeSelect, Stack, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { $api } from '../../api/api';
import { Loading } from '../../elements/loading';
import { Nothing } from '../../elements/nothing';
import { Problem } from '../../elements/problems/problem';
import { DeadLetterContent } from './dead-letter-content';
import { DeadLetterRow } from './dead-letter-row';
import { CountedPages } from '../counted-pages';
import { ReplayProgress } from './replay-progress';
import { type ServiceName, SERVICES } from '../search';
import { deadLettersText, serviceName } from '../words';
import { confirmed } from '../../elements/changes/confirmed';
import { useChange } from '../../elements/changes/use-change';

const route = getRouteApi('/administration');
const TYPING_MS = 300;

/** Messages that a service could not process: why, and what to do with them. */
export function DeadLettersTab() {
  const { service = 'api-gateway' } = route.useSearch();
  const [request, setRequest] = useState<string | null>(null);
  return (
    <Stack>
      <Text size="sm" maw="44rem">
        A message that a service could not process stays here. Replay it when the cause is mended: nothing
        newer is overwritten. Drop it if what it says no longer matters.
      </Text>
      <Filters />
      {request !== null && <ReplayProgress key={request} service={service} requestId={request} />}
      <Letters key={service} service={service} onReplay={setRequest} />
    </Stack>
  );
}

function Filters() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const setTopic = useDebouncedCallback((topic: string) => {
    void navigate({
      to: '/administration',
      search: { tab: 'dead-letters', service: search.service, ...(topic === '' ? {} : { topic }) },
    });
  }, TYPING_MS);
  return (
    <Group align="flex-end">
      <NativeSelect
        label="Service"
        value={search.service ?? 'api-gateway'}
        data={SERVICES.map((value) => ({ value, label: serviceName(value) }))}
        onChange={({ currentTarget: { value } }) => {
          const service = SERVICES.find((one) => one === value);
          void navigate({ to: '/administration', search: { tab: 'dead-letters', service } });
        }}
      />
      <TextInput
        label="Topic"
        placeholder="transaction.upserted"
        defaultValue={search.topic ?? ''}
        onChange={({ currentTarget: { value } }) => setTopic(value.trim())}
      />
    </Group>
  );
}

interface LettersProps {
  readonly service: ServiceName;
  readonly onReplay: (requestId: string | null) => void;
}

function Letters({ service, onReplay }: LettersProps) {
  const { topic, page = 1 } = route.useSearch();
  const [shown, setShown] = useState<string | null>(null);
  const letters = $api.useQuery(
    'get',
    '/admin/services/{service}/dead-letters',
    {
      params: {
        path: { service },
        query: { 'page[number]': page, ...(topic === undefined ? {} : { 'filter[topic]': topic }) },
      },
    },
    { placeholderData: keepPreviousData },
  );
  const { replay, drop } = useTreatment(service, onReplay);
  if (letters.isPending) return <Loading />;
  if (letters.isError) return <Problem error={letters.error} retry={letters.refetch} />;
  const { data, meta } = letters.data;
  if (data.length === 0) {
    return (
      <Nothing title="No dead letters">
        {topic === undefined
          ? 'This service processed every message that it received.'
          : 'This service has none of this topic.'}
      </Nothing>
    );
  }
  const all = topic === undefined ? ({ all: true } as const) : { topic };
  return (
    <Stack>
      <Group>
        <Button variant="default" onClick={() => void replay(all, meta.total)}>
          Replay {deadLettersText(meta.total)}
        </Button>
        <Button variant="default" c="red" onClick={() => void drop(all, meta.total)}>
          Drop {deadLettersText(meta.total)}
        </Button>
      </Group>
      <Table.ScrollContainer minWidth={720} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Message</Table.Th>
              <Table.Th>Why</Table.Th>
              <Table.Th>Attempts</Table.Th>
              <Table.Th>Since</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((letter) => (
              <DeadLetterRow
                key={letter.id}
                letter={letter}
                show={() => setShown(letter.id)}
                replay={() => replay({ ids: [Number(letter.id)] }, 1)}
                drop={() => drop({ ids: [Number(letter.id)] }, 1)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <CountedPages meta={meta} />
      <DeadLetterContent service={service} id={shown} close={() => setShown(null)} />
    </Stack>
  );
}

type Choice = { readonly ids: number[] } | { readonly topic: string } | { readonly all: true };

/** Replaying and dropping, each after it is confirmed with the number of messages. */
function useTreatment(service: ServiceName, onReplay: (requestId: string | null) => void) {
  const path = { service };
  const replaying = useChange('post', '/admin/services/{service}/dead-letters/replay', {
    done: ({ data }) => `${deadLettersText(data.dead_letters)} will be processed again`,
    onSuccess: ({ data }) => onReplay(data.request?.id ?? null),
  });
  const dropping = useChange('post', '/admin/services/{service}/dead-letters/drop', {
    done: ({ data }) => `Dropped ${deadLettersText(data.dead_letters)}`,
  });
  return {
    replay: async (choice: Choice, count: number) => {
      const isConfirmed = await confirmed({
        title: `Replay ${deadLettersText(count)}?`,
        children: `${serviceName(service)} processes them again, oldest first. One that fails again stays here.`,
        confirm: 'Replay',
      });
      if (isConfirmed) replaying.mutate({ params: { path }, body: choice });
    },
    drop: async (choice: Choice, count: number) => {
      const isConfirmed = await confirmed({
        title: `Drop ${deadLettersText(count)}?`,
        children: 'They are deleted for good, and what they would have changed stays as it is.',
        confirm: 'Drop',
        isDangerous: true,
      });
      if (isConfirmed) dropping.mutate({ params: { path }, body: choice });
    },
  };
}
