import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { $api } from '../api/api';
import { continueSession } from '../api/session';
import { Loading } from '../elements/loading';
import { Problem } from '../elements/problems/problem';
import { useChange } from '../elements/changes/use-change';
import { Section } from './section';

const LENGTH_MAX = 100;

/** The user's name. */
export function NameSection() {
  const user = $api.useQuery('get', '/user');
  return (
    <Section
      id="name"
      title="Name"
      {...(user.isSuccess ? { description: `Your plan is ${user.data.data.plan}.` } : {})}
    >
      {user.isPending ? (
        <Loading rows={1} />
      ) : user.isError ? (
        <Problem error={user.error} retry={user.refetch} />
      ) : (
        <NameForm name={user.data.data.name} />
      )}
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
  const save = form.onSubmit(({ name: wanted }) => change.mutate({ body: { name: wanted } }));
  return (
    <form onSubmit={save}>
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
