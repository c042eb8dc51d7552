import { Page } from '../elements/page';
import { AddressSection } from './address-section';
import { DataSection } from './data-section';
import { DeletionSection } from './deletion-section';
import { LanguageSection } from './language-section';
import { NameSection } from './name-section';
import { NoticesSection } from './notices-section';
import { PasswordSection } from './password-section';
import { SessionsSection } from './sessions-section';

/** Everything that concerns the signed-in user. */
export function SettingsScreen() {
  return (
    <Page title="Settings">
      <NameSection />
      <AddressSection />
      <PasswordSection />
      <LanguageSection />
      <NoticesSection />
      <SessionsSection />
      <DataSection />
      <DeletionSection />
    </Page>
  );
}
