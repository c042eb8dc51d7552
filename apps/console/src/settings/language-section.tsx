import { Text } from '@mantine/core';
import { Section } from './section';

/** How dates and amounts are written: as the browser is set. */
export function LanguageSection() {
  const { locale, timeZone } = new Intl.DateTimeFormat(navigator.language).resolvedOptions();
  const language = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  return (
    <Section id="language" title="Language and time zone">
      <Text size="sm">
        Dates and amounts are written as your browser is set: {language}, {timeZone.replaceAll('_', ' ')}.
        Change it in the settings of your browser.
      </Text>
    </Section>
  );
}
