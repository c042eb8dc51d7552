import { FileButton, Button, Paper, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { $api, client } from '../../api/api';
import { Loading } from '../../elements/loading';
import { Page } from '../../elements/page';
import { Problem } from '../../elements/problems/problem';
import { ScreenLink } from '../../elements/screen-link';
import { canBeDiscarded, STATUS_WORDS } from './import-words';
import { useDiscard } from './use-discard';

/** Uploads a file of a bank, and lists the imports so far. */
export function ImportsScreen() {
  const navigate = useNavigate();
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const { data } = await client.POST('/finance/imports', {
        params: { query: { file_name: file.name } },
        headers: { 'content-type': 'application/octet-stream' },
        // The browser reads the file while it sends it.
        body: file as unknown as string,
        bodySerializer: () => file,
      });
      return data?.data.id ?? '';
    },
    onSuccess: (importId) => navigate({ to: '/imports/$importId', params: { importId } }),
  });
  const drop = (file: File | null | undefined) => {
    if (file) upload.mutate(file);
  };
  return (
    <Page title="Import a file">
      <Paper
        withBorder
        p="xl"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          drop(event.dataTransfer.files[0]);
        }}
      >
        <Stack align="center" gap="sm">
          <Text size="sm">
            Drop a file of your bank here: OFX, QFX, CAMT.053, MT940, QIF or CSV, up to 50 MB. You see what is
            new before anything is stored.
          </Text>
          <FileButton onChange={drop}>
            {(props) => (
              <Button {...props} loading={upload.isPending}>
                Choose a file
              </Button>
            )}
          </FileButton>
        </Stack>
      </Paper>
      {upload.isError && <Problem error={upload.error} />}
      <EarlierImports />
    </Page>
  );
}

function EarlierImports() {
  const { discard } = useDiscard();
  const imports = $api.useQuery('get', '/finance/imports', { params: { query: { 'page[size]': 25 } } });
  if (imports.isPending) return <Loading />;
  if (imports.isError) return <Problem error={imports.error} retry={imports.refetch} />;
  if (imports.data.data.length === 0) return null;
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>File</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th>Transactions added</Table.Th>
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {imports.data.data.map((one) => (
          <Table.Tr key={one.id}>
            <Table.Td>
              <ScreenLink to={`/imports/${one.id}`}>{one.file_name}</ScreenLink>
            </Table.Td>
            <Table.Td>{STATUS_WORDS[one.status]}</Table.Td>
            <Table.Td>{one.transactions_added}</Table.Td>
            <Table.Td>
              {canBeDiscarded(one) && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Discard ${one.file_name}`}
                  onClick={() => void discard(one)}
                >
                  Discard
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
