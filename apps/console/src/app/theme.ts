import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The colour of deep, quiet water. */
const river: MantineColorsTuple = [
  '#eef7f9',
  '#dcebef',
  '#b5d6df',
  '#8bc0ce',
  '#68adbf',
  '#529db3',
  '#3f8ba2',
  '#2f7a90',
  '#236a7f',
  '#14556a',
];

/** Colours that carry a meaning somewhere. */
const MEANT = ['gray', 'red', 'green', 'yellow', 'orange', 'blue', 'river'] as const;

/** Dense and calm: tables before cards, hairlines before shadows. */
export const theme = createTheme({
  colors: { river },
  primaryColor: 'river',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  // The first one comes with the console: styles/font.css.
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontWeight: '600' },
  components: {
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm' } },
    // WCAG 2.2 wants targets of 24 pixels, also where a button says no more than "×" in a narrow font.
    Button: { defaultProps: { miw: 24 } },
    Paper: { defaultProps: { withBorder: true, p: 'md' } },
    Loader: { defaultProps: { type: 'dots' } },
    // A header in a dialog is no banner of the page, which axe takes it for.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
  },
});

/** Mantine's own shades of these are too faint for WCAG AA. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#566069',
    '--mantine-color-placeholder': '#646d76',
    '--mantine-color-error': colors.red[9],
    '--console-incoming': '#1f7a35',
    ...Object.fromEntries(
      MEANT.map((name) => [`--mantine-color-${name}-light-color`, darker(name, colors[name]?.[9])]),
    ),
  },
  dark: {
    '--mantine-color-dimmed': '#a7afb7',
    '--mantine-color-placeholder': '#969da5',
    '--mantine-color-error': colors.red[4],
    // White stands on it: buttons that delete.
    '--mantine-color-red-filled': colors.red[9],
    '--mantine-color-red-filled-hover': colors.red[9],
    '--console-incoming': colors.green[4],
    ...Object.fromEntries(
      MEANT.map((name) => [`--mantine-color-${name}-light-color`, colors[name]?.[2] ?? '']),
    ),
  },
});

/** Even the darkest shade of these three is too light on its own tint. */
const DARKER: Readonly<Partial<Record<(typeof MEANT)[number], string>>> = {
  green: '#1b5e2a',
  yellow: '#7a4300',
  orange: '#8f3500',
};

function darker(name: (typeof MEANT)[number], shade: string | undefined): string {
  return DARKER[name] ?? shade ?? '';
}
