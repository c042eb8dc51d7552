import { Stack, Text } from '@mantine/core';
import { Page } from '../elements/page';
import { AddressSection } from './address-section';
import { DataSection } from './data-section';
import { DeletionSection } from './deletion-section';
import { NameSection } from './name-section';
import { NoticesSection } from './notices-section';
import { PasswordSection } from './password-section';
import { SessionsSection } from './sessions-section';
import { Section } from '../elements/section';

/** The screen with the settings of the signed-in user. */
export function SettingsScreen() {
  return (
    <Page title="Settings">
      <Stack gap="md" maw="48rem">
        <NameSection />
        <AddressSection />
        <PasswordSection />
        <LanguageSection />
        <NoticesSection />
        <SessionsSection />
        <DataSection />
        <DeletionSection />
      </Stack>
    </Page>
  );
}

/** Dates and amounts follow the settings of the browser. */
function LanguageSection() {
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
