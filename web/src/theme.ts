import { createTheme } from '@mantine/core';

const fonts = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Liberation Sans", sans-serif';

/** What opens beside a button is moved and made smaller until it fits into the window. */
const IN_WINDOW = { flip: true, shift: { padding: 8 }, size: { padding: 8 } };

/** Dense, because planners use it all day. Shade 8 has enough contrast for small text. */
export const theme = createTheme({
  fontFamily: fonts,
  headings: { fontFamily: fonts, fontWeight: '600' },
  primaryColor: 'blue',
  primaryShade: 8,
  autoContrast: true,
  respectReducedMotion: true,
  defaultRadius: 'sm',
  fontSizes: { xs: '11px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  components: {
    // The body does not scroll, and the scroll lock would add a style that the content security policy forbids.
    Modal: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { lockScroll: false } },
    InputWrapper: { styles: { description: { color: 'var(--ink-soft)' } } },
    Popover: { defaultProps: { middlewares: IN_WINDOW } },
    // The first entry has the focus: the kit's placeholder for it is an element that a menu must not contain.
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 0 },
        withInitialFocusPlaceholder: false,
        middlewares: IN_WINDOW,
      },
    },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 0 } } },
  },
});
