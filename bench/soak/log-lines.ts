import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

const COMPLAINTS: readonly unknown[] = ['warn', 'error', 'fatal'];

/** Warnings and errors in a service's log, by what they say, with how often; lines that are no JSON count as what they are. */
export async function complaintsIn(file: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  if (!existsSync(file)) return counts;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const said = complaintOf(line);
    if (said !== null) counts[said] = (counts[said] ?? 0) + 1;
  }
  return counts;
}

function complaintOf(line: string): string | null {
  try {
    const entry = JSON.parse(line) as { level?: string; msg?: string; error_message?: string };
    if (!COMPLAINTS.includes(entry.level)) return null;
    return [entry.msg, entry.error_message].filter(Boolean).join(': ').slice(0, 160);
  } catch {
    return `no JSON: ${line.slice(0, 120)}`;
  }
}
