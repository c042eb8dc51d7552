import { ScrollArea, Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { Page } from '../elements/page';
import { AuditTab } from './audit-tab';
import { DeadLettersTab } from './dead-letters/dead-letters-tab';
import { ProvidersTab } from './providers-tab';
import { QueryModelTab } from './query-model-tab';
import { type Tab, TABS } from './search';
import { ServicesTab } from './services-tab';
import { SizesTab } from './sizes-tab';
import { UsersTab } from './users/users-tab';

const route = getRouteApi('/administration');

const SHOWN: Readonly<Record<Tab, { readonly label: string; readonly panel: ComponentType }>> = {
  services: { label: 'Services', panel: ServicesTab },
  'dead-letters': { label: 'Dead letters', panel: DeadLettersTab },
  users: { label: 'Users', panel: UsersTab },
  providers: { label: 'Provider keys', panel: ProvidersTab },
  'query-model': { label: 'Query model', panel: QueryModelTab },
  sizes: { label: 'Sizes', panel: SizesTab },
  audit: { label: 'Audit trail', panel: AuditTab },
};

/** The screen with which administrators run the installation. */
export function AdministrationScreen() {
  const { tab = 'services' } = route.useSearch();
  const navigate = useNavigate();
  const open = (name: string | null) => {
    const next = TABS.find((one) => one === name);
    if (next) void navigate({ to: '/administration', search: { tab: next } });
  };
  return (
    <Page title="Administration">
      <Tabs value={tab} onChange={open} keepMounted={false} activateTabWithKeyboard={false}>
        <ScrollArea type="auto" scrollbars="x" offsetScrollbars="x">
          <Tabs.List style={{ flexWrap: 'nowrap' }} aria-label="Administration">
            {TABS.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {SHOWN[name].label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </ScrollArea>
        {TABS.map((name) => {
          const { panel: Panel } = SHOWN[name];
          return (
            <Tabs.Panel key={name} value={name} pt="md">
              <Panel />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Page>
  );
}
