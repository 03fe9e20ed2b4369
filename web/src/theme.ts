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
    // The body does not scroll, so nothing has to be locked; the lock would put a style into the page that the policy forbids.
    Modal: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { lockScroll: false } },
    InputWrapper: { styles: { description: { color: 'var(--ink-soft)' } } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 0 } } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 0 } } },
  },
});
