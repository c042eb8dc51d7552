import type { ErrorComponentProps } from '@tanstack/react-router';
import { Page } from '../elements/page';
import { Problem } from '../elements/problems/problem';
import { problemText } from '../elements/problems/problem-text';

/** What is shown in place of a screen that failed. The shell around it keeps working. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  // The files of an older build are gone after an update: only loading the page again helps.
  const isOutdated = /dynamically imported module/i.test(problemText(error).message);
  return (
    <Page title="This screen has failed">
      <Problem error={error} retry={isOutdated ? () => location.reload() : reset} />
    </Page>
  );
}
