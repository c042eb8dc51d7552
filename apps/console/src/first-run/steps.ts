/** The counts of a new installation; undefined: not known yet. */
export interface Progress {
  readonly institutions: number | undefined;
  readonly accounts: number | undefined;
  readonly destinations: number | undefined;
}

export const STEPS = ['provider', 'bank', 'destination'] as const;
export type Step = (typeof STEPS)[number];

/** `next` is the first step that is not done: one button stands out. */
export type StepState = 'reading' | 'done' | 'next' | 'later';

/** Institutions are known as soon as a provider has keys; accounts, as soon as a bank is connected. */
export function stepStates({ institutions, accounts, destinations }: Progress): Record<Step, StepState> {
  const counts: Readonly<Record<Step, number | undefined>> = {
    // A user with accounts needs no provider any more: manual accounts come from none.
    provider: institutions === undefined || accounts === undefined ? undefined : institutions + accounts,
    bank: accounts,
    destination: destinations,
  };
  const next = STEPS.find((step) => counts[step] === 0);
  const stateOf = (step: Step): StepState => {
    const count = counts[step];
    if (count === undefined) return 'reading';
    if (count > 0) return 'done';
    return step === next ? 'next' : 'later';
  };
  return { provider: stateOf('provider'), bank: stateOf('bank'), destination: stateOf('destination') };
}
