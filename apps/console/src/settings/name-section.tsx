import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { $api } from '../api/api';
import { continueSession } from '../api/session';
import { useChange } from '../elements/changes/use-change';
import { QueryState } from '../elements/queries/query-state';
import { Section } from '../elements/section';

const LENGTH_MAX = 100;

/** The user's name. */
export function NameSection() {
  const user = $api.useQuery('get', '/user');
  return (
    <Section
      id="name"
      title="Name"
      description={user.isSuccess ? `Your plan is ${user.data.data.plan}.` : undefined}
    >
      <QueryState query={user} rows={1}>
        {({ data }) => <NameForm name={data.name} />}
      </QueryState>
    </Section>
  );
}

function NameForm({ name }: { readonly name: string }) {
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() === '' ? 'Enter your name.' : null) },
  });
  const change = useChange('put', '/user', {
    done: 'Name saved',
    // The menu shows the name of the session.
    onSuccess: async () => {
      form.resetDirty();
      await continueSession();
    },
  });
  return (
    <form onSubmit={form.onSubmit((body) => change.mutate({ body }))}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Your name"
          autoComplete="name"
          maxLength={LENGTH_MAX}
          flex="1 1 14rem"
          {...form.getInputProps('name')}
        />
        <Button type="submit" variant="default" loading={change.isPending} disabled={!form.isDirty()}>
          Save name
        </Button>
      </Group>
    </form>
  );
}
