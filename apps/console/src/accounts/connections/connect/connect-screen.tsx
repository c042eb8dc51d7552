import { Stack, Stepper } from '@mantine/core';
import { Page } from '../../../elements/page';
import { ChooseInstitution } from './choose-institution';
import { ConnectedInstitution } from './connected-institution';
import { GiveConsent } from './give-consent';
import type { ConnectSearch } from '../../search';
import { useConnectSearch } from './use-connect-search';

const STEPS = ['Bank or broker', 'Consent', 'Accounts', 'Destinations'] as const;

/** Connects a bank or broker, step by step. The address has the step, so that going back loses nothing. */
export function ConnectScreen() {
  const { search } = useConnectSearch();
  return (
    <Page title="Connect a bank or broker">
      <Stack gap="lg">
        <Stepper active={stepOf(search)} allowNextStepsSelect={false} size="sm" aria-label="Steps">
          {STEPS.map((label) => (
            <Stepper.Step key={label} label={label} allowStepSelect={false} />
          ))}
        </Stepper>
        <Step search={search} />
      </Stack>
    </Page>
  );
}

function Step({ search: { connection, institution } }: { readonly search: ConnectSearch }) {
  if (connection !== undefined) return <ConnectedInstitution key={connection} connectionId={connection} />;
  if (institution !== undefined) return <GiveConsent key={institution} institutionId={institution} />;
  return <ChooseInstitution />;
}

function stepOf({ connection, institution, outcome, step }: ConnectSearch): number {
  if (connection === undefined) return institution === undefined ? 0 : 1;
  switch (step) {
    case 'done':
      return 4;
    case 'destinations':
      return 3;
    case 'token':
      return 1;
    case 'accounts':
      return 2;
    case undefined:
      return outcome === undefined || outcome === 'given' ? 2 : 1;
    default:
      return step satisfies never;
  }
}
