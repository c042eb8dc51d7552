import { ActionIcon, Menu, Text } from '@mantine/core';
import CircleUser from 'lucide-react/icons/circle-user';
import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import { useRef } from 'react';
import { currentSession, useUser } from '../../api/session';
import { ForeignText } from '../../elements/foreign-text';
import { useScreenLink } from '../../elements/screen-link';

/** The signed-in user, with links to the settings and out of the session. */
export function UserMenu() {
  const { name, email } = useUser();
  const settings = useScreenLink('/settings');
  const signOut = useRef<HTMLFormElement>(null);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label="Your account">
            <CircleUser size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text size="sm" fw={600} c="var(--mantine-color-text)">
              <ForeignText text={name} />
            </Text>
            <Text size="xs">
              <ForeignText text={email} />
            </Text>
          </Menu.Label>
          <Menu.Item component="a" {...settings} leftSection={<Settings size={14} aria-hidden />}>
            Settings
          </Menu.Item>
          <Menu.Item leftSection={<LogOut size={14} aria-hidden />} onClick={() => signOut.current?.submit()}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <form ref={signOut} method="post" action="/sign-out" hidden>
        <input type="hidden" name="_csrf" value={currentSession().csrf_token} />
      </form>
    </>
  );
}
