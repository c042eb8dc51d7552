import path from 'node:path';

/**
 * What Jest's JSON results come to. Counts as failed, besides failed tests: a suite that could not run, a run without
 * results, and an exit code that no failed test explains.
 * @param {object | undefined} results Jest's `--json` output, undefined when it wrote none
 * @param {number | null} exitCode Jest's
 * @param {readonly string[]} words what somebody wrote behind `npm test --`
 */
export function summarize(results, exitCode, words = []) {
  if (results === undefined) {
    const flags = words.filter((word) => word.startsWith('-'));
    const why = flags.length > 0 ? ` It may not know ${flags.join(' ')}: its own words are above.` : '';
    return { passed: 0, failed: 1, skipped: 0, notes: [`Jest ended without results.${why}`] };
  }
  const passed = results.numPassedTests;
  const skipped = results.numPendingTests + results.numTodoTests;
  const counted = results.numFailedTests + results.numRuntimeErrorTestSuites;
  const unexplained = counted === 0 && exitCode !== 0;
  const notes = [...failedTests(results), ...skippedSuites(results)];
  const isEmpty = passed + counted === 0;
  if (isEmpty && words.length > 0) notes.push(`No test was executed: nothing fits ${words.join(' ')}.`);
  else if (unexplained)
    notes.push(`Jest ended with exit code ${exitCode} although no test failed: see its output.`);
  if (isEmpty && words.length === 0) notes.push('No test was executed.');
  return { passed, failed: counted + (unexplained ? 1 : 0), skipped, notes };
}

/** Several runs as one. */
export function sumOf(summaries) {
  const sum = (member) => summaries.reduce((total, one) => total + one[member], 0);
  const notes = summaries.flatMap((one) => one.notes);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), notes };
}

/** One line for each failed test: what Jest printed about it may be thousands of lines above. */
function failedTests(results) {
  return results.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    const names =
      failed.length > 0 || file.status !== 'failed'
        ? failed.map(({ fullName }) => fullName)
        : ['could not run'];
    return names.map((name) => `Failed: ${path.basename(file.name)}: ${name}`);
  });
}

/** One line for each suite with skipped tests; its name carries the reason. */
function skippedSuites(results) {
  const suites = new Map();
  for (const file of results.testResults) {
    for (const test of file.assertionResults.filter(
      ({ status }) => status === 'pending' || status === 'todo',
    )) {
      const suite = `${path.basename(file.name)}: ${test.ancestorTitles[0] ?? test.title}`;
      suites.set(suite, (suites.get(suite) ?? 0) + 1);
    }
  }
  return [...suites].map(
    ([suite, count]) => `Skipped: ${suite} (${count} ${count === 1 ? 'test' : 'tests'})`,
  );
}
