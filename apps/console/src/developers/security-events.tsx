import { Stack, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { $api } from '../api/api';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Nothing } from '../elements/nothing';
import { Pages } from '../elements/pages';
import { Problem } from '../elements/problems/problem';
import { When } from '../elements/dates/when';
import { SECURITY_EVENT_WORDS } from './security-event-words';

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
