const FIRST_PAUSE_MS = 30_000;
const PAUSE_MS_MAX = 60 * 60_000;
/** A notice that is older says nothing new. */
const NOTICE_KEPT_MS = 3 * 24 * 60 * 60_000;

/** When a mail that was delayed is tried again. @returns the pause; null: never, because it would come too late */
export function nextAttempt(mail: {
  /** How often it was tried. */
  readonly failures: number;
  readonly ageMs: number;
  /** How long its link works from its creation on; null: it is a notice. */
  readonly validMs: number | null;
}): number | null {
  const pauseMs = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** Math.min(mail.failures - 1, 20));
  return mail.ageMs + pauseMs < (mail.validMs ?? NOTICE_KEPT_MS) ? pauseMs : null;
}
