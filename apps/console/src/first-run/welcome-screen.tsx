import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUser } from '../api/session';
import { Page } from '../elements/page';
import { Problem } from '../elements/problems/problem';
import { ScreenButton, ScreenLink } from '../elements/screen-link';
import { Status, type StatusKind } from '../elements/status';
import { STEPS, type Step, stepStates, type StepState } from './steps';
import { useProgress } from './use-progress';

/** The first steps of a new installation, and which of them are done. */
export function WelcomeScreen() {
  const { name, role } = useUser();
  const { progress, error, retry } = useProgress();
  const states = stepStates(progress);
  const isDone = STEPS.every((step) => states[step] === 'done');
  return (
    <Page title="First steps">
      <Text size="sm" maw="42rem">
        Welcome, {name}. Tributary reads your accounts at banks and brokers and sends their transactions where
        you need them. {isDone ? 'Everything is set up.' : 'Three steps, and only the second is needed.'}
      </Text>
      {error !== null && <Problem error={error} retry={retry} />}
      <Stack component="ol" gap="md" m={0} p={0} maw="42rem" style={{ listStyle: 'none' }}>
        {STEPS.map((step, index) => (
          <StepCard
            key={step}
            step={step}
            number={index + 1}
            state={states[step]}
            isAdministrator={role === 'ADMIN'}
          />
        ))}
      </Stack>
      <Text>
        <ScreenLink to="/">
          {isDone ? 'Go to the overview' : 'Do this later and go to the overview'}
        </ScreenLink>
      </Text>
    </Page>
  );
}

interface StepCardProps {
  readonly step: Step;
  readonly number: number;
  readonly state: StepState;
  readonly isAdministrator: boolean;
}

function StepCard({ step, number, state, isAdministrator }: StepCardProps) {
  const { title, text, button, to, forAdministrators } = WORDS[step];
  const isForOthers = forAdministrators === true && !isAdministrator;
  return (
    <Paper component="li">
      <Stack gap="xs" align="flex-start">
        <Group gap="sm">
          <Title order={2} size="h4">
            {number}. {title}
          </Title>
          <Status {...SHOWN[state]} />
        </Group>
        <Text size="sm">{text}</Text>
        {isForOthers ? (
          <Text size="sm">An administrator of this Tributary does this.</Text>
        ) : (
          <ScreenButton to={to} variant={state === 'next' ? 'filled' : 'default'} size="sm">
            {button}
          </ScreenButton>
        )}
      </Stack>
    </Paper>
  );
}

const SHOWN: Readonly<Record<StepState, { readonly kind: StatusKind; readonly label: string }>> = {
  reading: { kind: 'paused', label: 'Looking' },
  done: { kind: 'good', label: 'Done' },
  next: { kind: 'working', label: 'Next' },
  later: { kind: 'paused', label: 'Not yet' },
};

interface StepWords {
  readonly title: string;
  readonly text: ReactNode;
  readonly button: string;
  readonly to: string;
  readonly forAdministrators?: boolean;
}

const WORDS: Readonly<Record<Step, StepWords>> = {
  provider: {
    title: 'Enter a provider’s keys',
    text:
      'Providers connect to banks on your behalf. You get the keys from the provider, and Tributary keeps them ' +
      'encrypted. Afterwards, the list of its institutions takes a minute or two. Leave this out if you connect by ' +
      'SimpleFIN or import files of your bank.',
    button: 'Enter keys',
    to: '/administration?tab=providers',
    forAdministrators: true,
  },
  bank: {
    title: 'Connect a bank',
    text: 'You consent at the bank itself: Tributary never sees your password there, and cannot move money.',
    button: 'Connect a bank',
    to: '/connect',
  },
  destination: {
    title: 'Make a destination',
    text: 'A budget, a spreadsheet, a database or a feed that transactions are sent to as they arrive.',
    button: 'Make a destination',
    to: '/destinations',
  },
};
