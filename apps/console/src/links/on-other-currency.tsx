import { Select, Text, TextInput, type SelectProps } from '@mantine/core';
import type { TransferLink } from '@tributary/client';
import { choicesOf } from '../elements/forms/choices';
import type { CurrencyAnswers, LinkCurrencies, OnOtherCurrency } from './link-currencies';

/** The treatments of amounts in another currency than the destination's, in words. */
const CHOICES = choicesOf<OnOtherCurrency>({
  CONVERT: 'Convert by the bank’s rate',
  AS_IS: 'Keep the numbers, marked',
});

/** Chooses how amounts in another currency are treated; takes the properties of a `Select`. */
export function OnOtherCurrencySelect(props: Omit<SelectProps<OnOtherCurrency>, 'data'>) {
  return <Select label="Amounts in another currency" data={CHOICES} allowDeselect={false} {...props} />;
}

interface DestinationCurrencyProps {
  readonly value: string;
  readonly onChange: (currency: string) => void;
  readonly error?: string | undefined;
}

/** Asks for the currency of a destination that does not state it. */
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

/** The problem with the currencies of a link, with advice. */
export function CurrencyHealth({ link: { health } }: { readonly link: Pick<TransferLink, 'health'> }) {
  return health.integrator_message === null ? null : <Text size="sm">{health.integrator_message}</Text>;
}
