import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { WebhookEndpoint } from '@tributary/client';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { $api } from '../api/api';
import { ForeignText } from '../elements/foreign-text';
import { Nothing } from '../elements/nothing';
import { Page } from '../elements/page';
import { QueryState } from '../elements/queries/query-state';
import { ShownOnce } from '../elements/shown-once';
import { DataTable, type Column } from '../elements/tables/data-table';
import { WorkingStatus } from '../elements/working-status';
import { useForm } from '@mantine/form';
import { useChange } from '../elements/changes/use-change';
import { FormDialog } from '../elements/forms/change-form';
import { fieldErrors } from '../elements/problems/field-errors';
import { bodyOf, EndpointFields, VALIDATE, valuesOf } from './endpoint-fields';

/** Endpoints that are called when something happens. */
export function WebhooksScreen() {
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Add an endpoint
    </Button>
  );
  return (
    <Page title="Webhooks" actions={add}>
      <Endpoints />
      {isCreating && (
        <CreateEndpoint
          onClose={() => setCreating(false)}
          onCreated={(endpoint) => {
            setCreating(false);
            setSecret(endpoint.secret ?? null);
          }}
        />
      )}
      <ShownOnce title="Signing secret" secret={secret} onClose={() => setSecret(null)}>
        Give it to the program behind the endpoint, which verifies by it that a request comes from here. How
        to do that is shown in the endpoint’s tab “Verify”.
      </ShownOnce>
    </Page>
  );
}

function Endpoints() {
  const endpoints = $api.useQuery('get', '/webhooks', {
    params: { query: { 'page[size]': 100, sort: ['id'] } },
  });
  return (
    <QueryState query={endpoints} empty={<NoEndpoints />}>
      {({ data }) => <DataTable label="Endpoints" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />}
    </QueryState>
  );
}

function NoEndpoints() {
  return (
    <Nothing title="No endpoint yet">
      A program of yours can be called when transactions are new, a balance changes or a consent ends. Add its
      address to begin.
    </Nothing>
  );
}

const COLUMNS: readonly Column<WebhookEndpoint>[] = [
  {
    title: 'Address',
    cell: ({ id, url, description }) => (
      <>
        <Anchor
          underline="always"
          className="breaking"
          renderRoot={(props) => <Link {...props} to="/webhooks/$endpointId" params={{ endpointId: id }} />}
        >
          {url}
        </Anchor>
        {description !== null && (
          <Text size="xs" c="dimmed">
            <ForeignText text={description} />
          </Text>
        )}
      </>
    ),
  },
  {
    title: 'Status',
    cell: ({ health, enabled, paused }) => (
      <WorkingStatus health={health} isEnabled={enabled} paused={paused} />
    ),
  },
  {
    title: 'Events',
    cell: ({ events }) => (events.length === 1 ? events[0] : `${events.length} events`),
  },
];

interface CreateEndpointProps {
  readonly onClose: () => void;
  readonly onCreated: (endpoint: WebhookEndpoint) => void;
}

/** Adds an endpoint. */
function CreateEndpoint({ onClose, onCreated }: CreateEndpointProps) {
  const form = useForm({ initialValues: valuesOf(null), validate: VALIDATE });
  const create = useChange('post', '/webhooks', {
    done: 'Endpoint added',
    isErrorShown: true,
    onSuccess: ({ data }) => onCreated(data),
  });
  return (
    <FormDialog
      title="Add an endpoint"
      size="lg"
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate({ body: bodyOf(values) }))}
      change={create}
      submit="Add the endpoint"
    >
      <EndpointFields form={form} errors={fieldErrors(create.error)} />
    </FormDialog>
  );
}
