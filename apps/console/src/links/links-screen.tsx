import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../elements/page';
import { LinkList } from './link-list';
import { LinkMatrix } from './matrix/link-matrix';
import type { LinksView } from './links-view';

const route = getRouteApi('/links');
const VIEWS = [
  { value: 'matrix', label: 'Matrix' },
  { value: 'list', label: 'List' },
];

/** The links from accounts to targets, as a matrix or a list. */
export function LinksScreen() {
  // Read once, so that ticks in the matrix survive a window that becomes narrow.
  const [isWide] = useState(() => window.matchMedia('(min-width: 48em)').matches);
  const { view = isWide ? 'matrix' : 'list' } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (
    <SegmentedControl
      aria-label="View"
      data={VIEWS}
      value={view}
      onChange={(chosen) =>
        void navigate({ to: '/links', search: { view: chosen as LinksView }, replace: true })
      }
    />
  );
  return (
    <Page title="Links" actions={choose}>
      {view === 'matrix' ? <LinkMatrix /> : <LinkList />}
    </Page>
  );
}
