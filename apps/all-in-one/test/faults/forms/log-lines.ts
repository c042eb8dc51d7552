/** Returns the messages of level info after a position of a log, in order. */
export function infoLines(log: string, since = 0): string[] {
  return linesAt('info', log, since);
}

export function warnLines(log: string, since = 0): string[] {
  return linesAt('warn', log, since);
}

function linesAt(level: string, log: string, since: number): string[] {
  return log
    .slice(since)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: string; msg: string })
    .filter((line) => line.level === level)
    .map(({ msg }) => msg);
}
