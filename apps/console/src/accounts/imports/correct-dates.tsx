import { Button, Group, NativeSelect } from '@mantine/core';
import type { FileImport } from '@tributary/client';
import { useState } from 'react';
import { useChange } from '../../elements/use-change';
import { Section } from '../section';
import { DATE_ORDERS } from './import-words';

type Qif = NonNullable<FileImport['qif']>;

interface CorrectDatesProps {
  readonly shown: FileImport;
  readonly qif: Qif;
}

/** How the dates of a QIF file are read. */
export function CorrectDates({ shown: { id }, qif: detected }: CorrectDatesProps) {
  const [order, setOrder] = useState(detected.date_order);
  const change = useChange('patch', '/finance/imports/{importId}', { done: 'Reading the file again' });
  return (
    <Section title="How the file is read">
      <Group align="flex-end">
        <NativeSelect
          label="Dates"
          data={DATE_ORDERS}
          value={order}
          onChange={({ currentTarget: { value } }) => setOrder(value as Qif['date_order'])}
        />
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() =>
            change.mutate({ params: { path: { importId: id } }, body: { qif: { date_order: order } } })
          }
        >
          Read the file like this
        </Button>
      </Group>
    </Section>
  );
}
