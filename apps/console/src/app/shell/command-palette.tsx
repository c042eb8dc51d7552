import '@mantine/spotlight/styles.css';
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useRouter } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import { THEMES } from './theme-menu';
import { useLinks } from './use-links';

/** Goes to any screen and changes the theme from the keyboard: Ctrl+K or Cmd+K. */
export default function CommandPalette() {
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();
  const screens: SpotlightActionData[] = useLinks().map(({ label, to, icon: Icon, keywords = [] }) => ({
    id: to,
    label,
    keywords: [...keywords],
    leftSection: <Icon size={18} aria-hidden />,
    onClick: () => router.history.push(to),
  }));
  const themes: SpotlightActionData[] = THEMES.map(({ value, label, icon: Icon }) => ({
    id: `theme-${value}`,
    label: `Theme: ${label.toLowerCase()}`,
    keywords: ['colour', 'color', 'mode'],
    leftSection: <Icon size={18} aria-hidden />,
    onClick: () => setColorScheme(value),
  }));
  return (
    <Spotlight
      actions={[
        { group: 'Screens', actions: screens },
        { group: 'Appearance', actions: themes },
      ]}
      shortcut={['mod + K']}
      highlightQuery
      scrollable
      maxHeight={420}
      nothingFound="No screen or action has this name."
      searchProps={{
        'aria-label': 'Go to or do',
        placeholder: 'Go to or do …',
        leftSection: <Search size={18} aria-hidden />,
      }}
    />
  );
}
