import { Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../elements/page';
import { Apps } from './apps/apps';
import { EventTypes } from './event-types';
import { Grants } from './apps/grants';
import { SecurityEvents } from './security-events';
import { TABS, type Tab } from './tabs';
import { Tokens } from './tokens';

const route = getRouteApi('/developers');

/** The access of programs to the user's data: tokens, apps, grants, and the documents of the API. */
export function DevelopersScreen() {
  const { tab = 'tokens', page = 1 } = route.useSearch();
  const navigate = useNavigate();
  const show = (value: string | null) => {
    const chosen = TABS.find((one) => one.value === value)?.value;
    void navigate({ to: '/developers', search: chosen === undefined ? {} : { tab: chosen } });
  };
  return (
    <Page title="Developers">
      <Tabs value={tab} onChange={show} keepMounted={false} activateTabWithKeyboard={false}>
        <Tabs.List mb="md">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ value }) => (
          <Tabs.Panel key={value} value={value}>
            {value === tab && contentOf(value, page)}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

function contentOf(tab: Tab, page: number): ReactNode {
  switch (tab) {
    case 'tokens':
      return <Tokens />;
    case 'apps':
      return <Apps />;
    case 'grants':
      return <Grants />;
    case 'security':
      return <SecurityEvents page={page} />;
    case 'events':
      return <EventTypes />;
  }
}
