import { Stack, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { SecurityEvent } from '@tributary/client';
import { $api } from '../api/api';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Nothing } from '../elements/nothing';
import { Pages } from '../elements/pages';
import { Problem } from '../elements/problems/problem';
import { When } from '../elements/dates/when';

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

/** Sign-ins, tokens and apps: what concerned the security of the account. */
export function SecurityEvents({ page }: { readonly page: number }) {
  const navigate = useNavigate();
  const events = $api.useQuery('get', '/user/security-events', {
    params: { query: { 'page[size]': ROWS, 'page[number]': page, sort: ['-id'] } },
  });
  if (events.isPending) return <Loading />;
  if (events.isError) return <Problem error={events.error} retry={events.refetch} />;
  const { data, meta } = events.data;
  if (data.length === 0) {
    return <Nothing title="No events">Sign-ins and changes of tokens and apps appear here.</Nothing>;
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        If you do not know one of these, change your password and revoke your tokens.
      </Text>
      <Table.ScrollContainer minWidth={520}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              <Table.Th>What</Table.Th>
              <Table.Th>Token or app</Table.Th>
              <Table.Th>From</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map(({ id, type, name, address, created_at }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <When at={created_at} />
                </Table.Td>
                <Table.Td>{SECURITY_EVENT_WORDS[type]}</Table.Td>
                <Table.Td>{name !== null && <ForeignText text={name} />}</Table.Td>
                <Table.Td>{address}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pages
        total={meta.last_page}
        page={page}
        onChange={(number) => void navigate({ to: '/developers', search: { tab: 'security', page: number } })}
      />
    </Stack>
  );
}
