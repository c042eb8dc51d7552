import { Alert, Stack, Switch } from '@mantine/core';
import { $api } from '../api/api';
import { Loading } from '../elements/loading';
import { Problem } from '../elements/problems/problem';
import { useChange } from '../elements/changes/use-change';
import { Section } from './section';

const NOTICES = [
  ['consent_ends', 'A consent ends', 'Seven days before, and one day before.'],
  ['connection_fails', 'A connection fails', 'When a bank could not be read for a day.'],
  ['link_fails', 'A transfer link fails', 'When transactions have not arrived for a day.'],
  ['endpoint_disabled', 'A webhook endpoint was switched off', 'When it did not accept what was sent to it.'],
  ['new_sign_in', 'A sign-in from a new network', 'In case it was not you.'],
] as const;

/** Which notices come by mail. */
export function NoticesSection() {
  const settings = $api.useQuery('get', '/user/notices');
  const change = useChange('put', '/user/notices', { done: 'Saved' });
  if (settings.isPending || settings.isError) {
    return (
      <Section id="notices" title="Notices by e-mail">
        {settings.isPending ? <Loading /> : <Problem error={settings.error} retry={settings.refetch} />}
      </Section>
    );
  }
  const { sends_mail: sendsMail, notices } = settings.data.data;
  // What was just switched is shown at once, and goes back where it could not be saved.
  const shown = { ...notices, ...(change.isPending ? change.variables?.body : {}) };
  return (
    <Section id="notices" title="Notices by e-mail" description="They go to your confirmed address.">
      {!sendsMail && (
        <Alert color="gray" title="No mail is sent">
          This installation has no mail server. Whoever runs it sets SMTP_URL and MAIL_FROM.
        </Alert>
      )}
      <Stack gap="md">
        {NOTICES.map(([kind, label, description]) => (
          <Switch
            key={kind}
            label={label}
            description={description}
            checked={shown[kind] === true}
            onChange={(event) => change.mutate({ body: { [kind]: event.currentTarget.checked } })}
          />
        ))}
      </Stack>
    </Section>
  );
}
