/** Makes deliveries `d` due now; the schedule of retries starts over. */
export const SEND_AGAIN = `
  update deliveries d
     set status = 'PENDING', next_attempt_at = now(), earlier_attempts = d.attempts, version = d.version + 1`;
