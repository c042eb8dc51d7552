import { Select, Text, TextInput, type SelectProps } from '@mantine/core';
import type { TransferLink } from '@tributary/client';
import type { CurrencyAnswers, LinkCurrencies, OnOtherCurrency } from './link-currencies';

/** What becomes of amounts in another currency than the destination's, in words. */
const CHOICES: { value: OnOtherCurrency; label: string }[] = [
  { value: 'CONVERT', label: 'Convert by the bank’s rate' },
  { value: 'AS_IS', label: 'Keep the numbers, marked' },
];

/** Asks what becomes of amounts in another currency; takes what a `Select` takes. */
export function OnOtherCurrencySelect(props: Omit<SelectProps<OnOtherCurrency>, 'data'>) {
  return <Select label="Amounts in another currency" data={CHOICES} allowDeselect={false} {...props} />;
}

interface DestinationCurrencyProps {
  readonly value: string;
  readonly onChange: (currency: string) => void;
  readonly error?: string | undefined;
}

/** Asks what a destination counts in that does not say it. */
export function DestinationCurrency({ value, onChange, error }: DestinationCurrencyProps) {
  return (
    <TextInput
      label="Currency of the destination"
      description="It does not say one itself."
      maxLength={3}
      w={240}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value.toUpperCase())}
      error={error}
    />
  );
}

interface NewLinkCurrenciesProps {
  readonly currencies: LinkCurrencies;
  readonly answers: CurrencyAnswers;
  readonly onAnswer: (answers: CurrencyAnswers) => void;
}

/** Asks about the currencies of links that are about to be made. */
export function NewLinkCurrencies({ currencies, answers, onAnswer }: NewLinkCurrenciesProps) {
  const { named, differing } = currencies;
  const isRequired = differing.length > 0;
  return (
    <>
      {named !== null && (
        <DestinationCurrency value={named} onChange={(currency) => onAnswer({ ...answers, currency })} />
      )}
      <OnOtherCurrencySelect
        description={isRequired ? `Needed: ${differing.join(', ')}.` : 'Single transactions may be in one.'}
        placeholder={isRequired ? 'Choose' : 'Not chosen: they wait'}
        withAsterisk={isRequired}
        value={answers.rule}
        onChange={(rule) => onAnswer({ ...answers, rule })}
      />
    </>
  );
}

/** What is wrong with the currencies of a link, and what to do. */
export function CurrencyHealth({ link: { health } }: { readonly link: Pick<TransferLink, 'health'> }) {
  return health.integrator_message === null ? null : <Text size="sm">{health.integrator_message}</Text>;
}
