import { Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { SecurityEvent } from '@tributary/client';
import { $api } from '../api/api';
import { When } from '../elements/dates/when';
import { ForeignText } from '../elements/foreign-text';
import { Nothing } from '../elements/nothing';
import { Pages } from '../elements/pages';
import { QueryState } from '../elements/queries/query-state';
import { DataTable, type Column } from '../elements/tables/data-table';

/** Security events in words. A type that is missing here does not compile. */
const SECURITY_EVENT_WORDS: Readonly<Record<SecurityEvent['type'], string>> = {
  SIGNED_UP: 'Account created',
  SIGN_UP_REPEATED: 'Someone tried to use your e-mail address for another account',
  SIGNED_IN: 'Signed in',
  SIGNED_IN_FROM_NEW_ADDRESS: 'Signed in from a new network',
  SIGN_IN_FAILED: 'Sign-in with a wrong password',
  EMAIL_CHANGED: 'E-mail address changed',
  EMAIL_RESTORED: 'Account taken back to an earlier e-mail address',
  PASSWORD_CHANGED: 'Password changed',
  PASSWORD_RESET: 'Password reset by mail, the operator or an administrator',
  PLAN_CHANGED: 'Plan changed by the operator or an administrator',
  ROLE_CHANGED: 'Role changed by an administrator',
  USER_DISABLED: 'Account disabled by the operator or an administrator',
  USER_ENABLED: 'Account enabled again by the operator or an administrator',
  TOKEN_CREATED: 'Token created',
  TOKEN_USED_FROM_NEW_ADDRESS: 'First use from this network',
  TOKEN_CHANGED: 'Token renamed or narrowed',
  TOKEN_REVOKED: 'Token revoked',
  APP_CREATED: 'App registered',
  APP_CHANGED: 'App changed',
  APP_SECRET_ROTATED: 'New secret made for the app',
  APP_DELETED: 'App deleted',
  CONSENT_GIVEN: 'App let in',
  CONSENT_CHANGED: 'Access of the app changed',
  CONSENT_ENDED: 'Access of the app ended on the day that you had set',
  CONSENT_REVOKED: 'Access of the app ended',
  REFRESH_TOKEN_REUSED: 'Access of the app ended: one of its refresh tokens was used twice',
  ADMINISTERED: 'You administered this installation',
};

const ROWS = 50;

const COLUMNS: readonly Column<SecurityEvent>[] = [
  { title: 'When', cell: ({ created_at: at }) => <When at={at} /> },
  { title: 'What', cell: ({ type }) => SECURITY_EVENT_WORDS[type] },
  { title: 'Token or app', cell: ({ name }) => name !== null && <ForeignText text={name} /> },
  { title: 'From', cell: ({ address }) => address },
];

/** Sign-ins, tokens and apps: the events that concern the security of the account. */
export function SecurityEvents({ page }: { readonly page: number }) {
  const navigate = useNavigate();
  const events = $api.useQuery('get', '/user/security-events', {
    params: { query: { 'page[size]': ROWS, 'page[number]': page, sort: ['-id'] } },
  });
  return (
    <QueryState
      query={events}
      empty={<Nothing title="No events">Sign-ins and changes of tokens and apps appear here.</Nothing>}
    >
      {({ data, meta }) => (
        <Stack>
          <Text size="sm" c="dimmed">
            If you do not know one of these, change your password and revoke your tokens.
          </Text>
          <DataTable label="Security events" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
          <Pages
            total={meta.last_page}
            page={page}
            onChange={(to) => void navigate({ to: '/developers', search: { tab: 'security', page: to } })}
          />
        </Stack>
      )}
    </QueryState>
  );
}
