import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { ForeignText } from '../../elements/foreign-text';
import { bodyOf, draftOf, type Rule, type RuleDraft } from '../rule-draft';

interface ConflictDialogProps {
  readonly mine: RuleDraft;
  readonly theirs: Rule;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onClose: () => void;
}

/** The rule was changed elsewhere meanwhile: shows both versions, and lets the person choose. */
export function ConflictDialog({ mine, theirs, onKeepMine, onTakeTheirs, onClose }: ConflictDialogProps) {
  const own = linesOf(mine);
  const other = linesOf(draftOf(theirs));
  const differing = Object.keys(own).filter((name) => own[name] !== other[name]);
  return (
    <Modal opened onClose={onClose} title="The rule was changed meanwhile" size="xl">
      <Stack>
        <Text size="sm">Another tab or person saved this rule while you edited it. Choose what it says.</Text>
        <Table.ScrollContainer minWidth={480}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Part</Table.Th>
                <Table.Th>Yours</Table.Th>
                <Table.Th>Saved</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differing.map((name) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  <Table.Td>
                    <ForeignText text={own[name] ?? ''} />
                  </Table.Td>
                  <Table.Td>
                    <ForeignText text={other[name] ?? ''} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Go on editing
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            Take the saved one
          </Button>
          <Button onClick={onKeepMine}>Save mine</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** What a draft says, part by part. */
function linesOf(draft: RuleDraft): Readonly<Record<string, string>> {
  const { name, description, scope, conditions = [], actions } = bodyOf(draft);
  return {
    Name: name,
    Description: description ?? '',
    'Attached to': scope ?? '',
    Conditions: [
      draft.isAny ? 'any of' : 'all of',
      ...conditions.map((one) =>
        [one.transaction_type, String(one.field_name), one.operator, one.value ?? ''].join(' '),
      ),
    ].join('; '),
    Actions: actions
      .map((one) => [one.action_type, one.field_name ?? '', one.value ?? ''].join(' '))
      .join('; '),
    'Skips other rules': draft.skipsOthers ? 'yes' : 'no',
  };
}
