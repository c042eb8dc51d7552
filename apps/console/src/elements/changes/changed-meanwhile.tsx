import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { ForeignText } from '../foreign-text';

interface ChangedMeanwhileProps {
  /** The fields that were changed here and then elsewhere, with their saved values as texts. */
  readonly fields: readonly { readonly label: string; readonly saved: string }[];
  /** Replaces the typed values by the saved ones. */
  readonly onTake: () => void;
}

/**
 * Warns that another tab or person saved fields that are being edited here. Shows nothing if there is no such field.
 */
export function ChangedMeanwhile({ fields, onTake }: ChangedMeanwhileProps) {
  if (fields.length === 0) return null;
  return (
    <Alert role="alert" color="yellow" title="Changed meanwhile, in another tab or by a program">
      <Stack gap="xs" align="flex-start">
        <List size="sm">
          {fields.map(({ label, saved }) => (
            <List.Item key={label}>
              {label} is now {saved === '' ? 'empty' : <ForeignText text={saved} />}
            </List.Item>
          ))}
        </List>
        <Text size="sm">What you typed is still here. Saving replaces the new value with yours.</Text>
        <Button variant="default" size="xs" onClick={onTake}>
          Take the saved value
        </Button>
      </Stack>
    </Alert>
  );
}
