import { Alert, Stack, Switch } from '@mantine/core';
import type { NoticeSettings } from '@tributary/client';
import { $api } from '../api/api';
import { useChange } from '../elements/changes/use-change';
import { QueryState } from '../elements/queries/query-state';
import { Section } from '../elements/section';

const NOTICES = [
  ['consent_ends', 'A consent ends', 'Seven days before, and one day before.'],
  ['connection_fails', 'A connection fails', 'When a bank could not be read for a day.'],
  ['link_fails', 'A transfer link fails', 'When transactions have not arrived for a day.'],
  ['endpoint_disabled', 'A webhook endpoint was switched off', 'When it did not accept what was sent to it.'],
  ['new_sign_in', 'A sign-in from a new network', 'In case it was not you.'],
] as const;

/** Chooses the notices that come by mail. */
export function NoticesSection() {
  const settings = $api.useQuery('get', '/user/notices');
  return (
    <Section id="notices" title="Notices by e-mail" description="They go to your confirmed address.">
      <QueryState query={settings}>{({ data }) => <Notices settings={data} />}</QueryState>
    </Section>
  );
}

function Notices({ settings }: { readonly settings: NoticeSettings }) {
  const { sends_mail: sendsMail, notices } = settings;
  const change = useChange('put', '/user/notices', { done: 'Saved' });
  // A switch moves at once, and moves back if the change could not be saved.
  const shown = { ...notices, ...(change.isPending ? change.variables?.body : {}) };
  return (
    <>
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
    </>
  );
}
