import { ActionIcon, Anchor, Burger, Button, Group, Kbd, Text } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { Link } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import { ThemeMenu } from './theme-menu';
import { UserMenu } from './user-menu';

interface HeaderProps {
  readonly isMenuOpen: boolean;
  readonly toggleMenu: () => void;
}

/** The bar above every screen. */
export function Header({ isMenuOpen, toggleMenu }: HeaderProps) {
  return (
    <Group h="100%" px="md" gap="xs" justify="space-between" wrap="nowrap">
      <Group gap="xs" wrap="nowrap">
        <Burger
          opened={isMenuOpen}
          onClick={toggleMenu}
          hiddenFrom="sm"
          size="sm"
          aria-label={isMenuOpen ? 'Close the navigation' : 'Open the navigation'}
          aria-expanded={isMenuOpen}
        />
        <Anchor component={Link} to="/" underline="never" c="inherit" aria-label="Tributary, overview">
          <Group gap={8} wrap="nowrap">
            <img src="/logo.svg" alt="" width={26} height={26} />
            <Text fw={650} size="md" visibleFrom="xs">
              Tributary
            </Text>
          </Group>
        </Anchor>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="default"
          size="xs"
          visibleFrom="sm"
          leftSection={<Search size={14} aria-hidden />}
          rightSection={<Kbd size="xs">Ctrl K</Kbd>}
          onClick={spotlight.open}
        >
          Go to or do
        </Button>
        <ActionIcon
          variant="default"
          size="lg"
          hiddenFrom="sm"
          aria-label="Go to or do"
          onClick={spotlight.open}
        >
          <Search size={16} aria-hidden />
        </ActionIcon>
        <ThemeMenu />
        <UserMenu />
      </Group>
    </Group>
  );
}
