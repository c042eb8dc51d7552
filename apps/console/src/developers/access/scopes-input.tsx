import { Checkbox, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { SCOPES, scopesIn, type Scope } from './scopes';

interface ScopesInputProps {
  readonly label: string;
  /** The scopes to choose from. Null: all. */
  readonly offered: readonly Scope[] | null;
  readonly value?: readonly Scope[];
  readonly onChange?: (scopes: Scope[]) => void;
  readonly error?: ReactNode;
}

/** Chooses scopes by what they allow; takes what Mantine's `getInputProps` gives. */
export function ScopesInput({ label, offered, value = [], onChange, error }: ScopesInputProps) {
  const choices = SCOPES.filter(({ scope }) => offered?.includes(scope) ?? true);
  return (
    <Checkbox.Group
      label={label}
      value={[...value]}
      onChange={(texts) => onChange?.(scopesIn(texts))}
      error={error}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
        {choices.map(({ scope, meaning }) => (
          <Checkbox key={scope} value={scope} label={meaning} description={scope} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
