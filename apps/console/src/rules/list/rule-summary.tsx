import { Stack, Text } from '@mantine/core';
import { ForeignText } from '../../elements/foreign-text';
import { ScreenLink } from '../../elements/screen-link';
import { Status } from '../../elements/status';
import type { Rule } from '../rule-draft';

/** A rule in a list: its name, and why it does not run where it does not. */
export function RuleSummary({ rule }: { readonly rule: Rule }) {
  const { id, name, description, disabled_reason, paused } = rule;
  return (
    <Stack gap={2} align="flex-start">
      <ScreenLink to={`/rules/${id}`} fw={600}>
        <ForeignText text={name} />
      </ScreenLink>
      {description !== null && (
        <Text size="xs" c="dimmed" component="div">
          <ForeignText text={description} />
        </Text>
      )}
      {disabled_reason !== null && (
        <>
          <Status kind="warning" label="Switched off by itself" />
          <Text size="xs" component="div">
            <ForeignText text={disabled_reason} />
          </Text>
        </>
      )}
      {paused !== null && <Status kind="paused" label="Paused with its app's access" />}
    </Stack>
  );
}
