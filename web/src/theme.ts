import { createTheme } from '@mantine/core';

const fonts = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Liberation Sans", sans-serif';

/** Calm and dense: a planner looks at it all day. Shade 8 has the contrast that small text needs. */
export const theme = createTheme({
  fontFamily: fonts,
  headings: { fontFamily: fonts, fontWeight: '600' },
  primaryColor: 'blue',
  primaryShade: 8,
  autoContrast: true,
  defaultRadius: 'sm',
  fontSizes: { xs: '11px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  components: {
    Modal: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Close' } } },
    InputWrapper: { styles: { description: { color: 'var(--ink-soft)' } } },
    Drawer: { defaultProps: { lockScroll: false } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 0 } } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 0 } } },
  },
});
