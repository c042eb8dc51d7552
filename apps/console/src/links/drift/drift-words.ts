import type { DriftCheck, DriftDifference } from '@tributary/client';

/** The number of differences that a check found. */
export function differencesIn({ differences }: DriftCheck): number {
  return Object.values(differences).reduce((sum, count) => sum + count, 0);
}

interface DriftWords {
  readonly label: string;
  readonly advice: string;
  /** The action of the button. Null: there is nothing to do here. */
  readonly act: string | null;
}

/** The name of each kind of difference, with advice. */
export const DRIFT_WORDS: Readonly<Record<DriftDifference['kind'], DriftWords>> = {
  MISSING: {
    label: 'Missing there',
    advice: 'The destination does not know this row. Send it again.',
    act: 'Send again',
  },
  DELETED: {
    label: 'Deleted there',
    advice: 'It was deleted at the destination. Send it again, or leave it if that was meant.',
    act: 'Send again',
  },
  CHANGED: {
    label: 'Changed there',
    advice:
      'It was changed at the destination, which is left alone. Write what was sent over it, or leave it.',
    act: 'Write over it',
  },
  MOVED: {
    label: 'Moved there',
    advice: 'It is in another account there. Move it back at the destination, or leave it.',
    act: null,
  },
  EXTRA: {
    label: 'Not from this link',
    advice:
      'It bears a mark of Tributary, but this link did not send it. Delete it there if it is a duplicate.',
    act: null,
  },
};
