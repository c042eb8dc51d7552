import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { DeadLetter } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../../api/api';
import { onceConfirmed } from '../../elements/changes/confirmed';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';
import { ForeignText } from '../../elements/foreign-text';
import { Nothing } from '../../elements/nothing';
import { QueryState } from '../../elements/queries/query-state';
import { actionsColumn, DataTable, RowButton, type Column } from '../../elements/tables/data-table';
import { CountedPages } from '../counted-pages';
import { type ServiceName, SERVICES } from '../search';
import { deadLettersText, serviceName } from '../words';
import { DeadLetterContent } from './dead-letter-content';
import { ReplayProgress } from './replay-progress';

const route = getRouteApi('/administration');
const TYPING_MS = 300;

/** Messages that a service could not process, each with its error, to be replayed or dropped. */
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

function useLetters(service: ServiceName) {
  const { topic, page = 1 } = route.useSearch();
  const query = { 'page[number]': page, ...(topic === undefined ? {} : { 'filter[topic]': topic }) };
  return $api.useQuery(
    'get',
    '/admin/services/{service}/dead-letters',
    { params: { path: { service }, query } },
    { placeholderData: keepPreviousData },
  );
}

function Letters({ service, onReplay }: LettersProps) {
  const { topic } = route.useSearch();
  const [shown, setShown] = useState<string | null>(null);
  const letters = useLetters(service);
  const { replay, drop } = useTreatment(service, onReplay);
  const all = topic === undefined ? ({ all: true } as const) : { topic };
  const columns: readonly Column<DeadLetter>[] = [
    ...COLUMNS,
    actionsColumn(({ id }) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <RowButton label={`Show dead letter ${id}`} onClick={() => setShown(id)} words="Show" />
        <RowButton label={`Replay dead letter ${id}`} onClick={replay(only(id), 1)} words="Replay" />
        <RowButton label={`Drop dead letter ${id}`} onClick={drop(only(id), 1)} words="Drop" color="red" />
      </Group>
    )),
  ];
  return (
    <QueryState query={letters} empty={<NoLetters topic={topic} />}>
      {({ data, meta }) => (
        <Stack>
          <Group>
            <Button variant="default" onClick={replay(all, meta.total)}>
              Replay {deadLettersText(meta.total)}
            </Button>
            <Button variant="default" c="red" onClick={drop(all, meta.total)}>
              Drop {deadLettersText(meta.total)}
            </Button>
          </Group>
          <DataTable
            label="Dead letters"
            columns={columns}
            rows={data}
            keyOf={({ id }) => id}
            minWidth={720}
          />
          <CountedPages meta={meta} />
          <DeadLetterContent service={service} id={shown} close={() => setShown(null)} />
        </Stack>
      )}
    </QueryState>
  );
}

const COLUMNS: readonly Column<DeadLetter>[] = [
  {
    title: 'Message',
    cell: ({ id, topic, key, item }) => (
      <>
        {topic}
        <Text size="xs" c="dimmed">
          Number {id}, key <ForeignText text={key} />
          {item !== null && `, item ${item}`}
        </Text>
      </>
    ),
  },
  {
    title: 'Why',
    maxWidth: '22rem',
    cell: ({ error }) => (
      <Text size="sm" lineClamp={3}>
        <ForeignText text={error} />
      </Text>
    ),
  },
  { title: 'Attempts', cell: ({ attempts }) => attempts },
  { title: 'Since', cell: ({ created_at: since }) => <When at={since} /> },
];

function NoLetters({ topic }: { readonly topic: string | undefined }) {
  return (
    <Nothing title="No dead letters">
      {topic === undefined
        ? 'This service processed every message that it received.'
        : 'This service has none of this topic.'}
    </Nothing>
  );
}

function only(id: string): Choice {
  return { ids: [Number(id)] };
}

type Choice = { readonly ids: number[] } | { readonly topic: string } | { readonly all: true };

/** Handlers that replay and drop messages, after the user has confirmed their number. */
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
    replay: (choice: Choice, count: number) =>
      onceConfirmed(
        {
          title: `Replay ${deadLettersText(count)}?`,
          children: `${serviceName(service)} processes them again, oldest first. One that fails again stays here.`,
          confirm: 'Replay',
        },
        () => replaying.mutate({ params: { path }, body: choice }),
      ),
    drop: (choice: Choice, count: number) =>
      onceConfirmed(
        {
          title: `Drop ${deadLettersText(count)}?`,
          children: 'They are deleted for good, and what they would have changed stays as it is.',
          confirm: 'Drop',
          isDangerous: true,
        },
        () => dropping.mutate({ params: { path }, body: choice }),
      ),
  };
}
