import { Checkbox, SimpleGrid } from '@mantine/core';
import { SCOPES, scopesIn, type Scope } from './scopes';

interface ScopesInputProps {
  readonly label: string;
  readonly value: readonly Scope[];
  /** The scopes to choose from. Null: all. */
  readonly among: readonly Scope[] | null;
  readonly onChange: (scopes: Scope[]) => void;
  readonly error?: string | undefined;
}

/** Chooses scopes by what they allow. */
export function ScopesInput({ label, value, among, onChange, error }: ScopesInputProps) {
  const offered = SCOPES.filter(({ scope }) => among?.includes(scope) ?? true);
  return (
    <Checkbox.Group
      label={label}
      value={[...value]}
      onChange={(texts) => onChange(scopesIn(texts))}
      error={error}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
        {offered.map(({ scope, meaning }) => (
          <Checkbox key={scope} value={scope} label={meaning} description={scope} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
