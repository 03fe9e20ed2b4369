/** Refusals about who the caller is, a part of the catalogue. */
export const accessErrors = {
  USR001: {
    status: 401,
    title: 'Wrong credentials',
    remedy: 'Check user name and password. Repeated failures are slowed down.',
  },
  USR002: {
    status: 401,
    title: 'Not authenticated',
    remedy: 'Send one valid credential: an API key in X-API-KEY, or a token in Authorization: Bearer.',
  },
  USR003: {
    status: 403,
    title: 'Account belongs to several tenants',
    remedy: 'Use an API key of the tenant: tokens are only issued to accounts that belong to one tenant.',
  },
  USR004: {
    status: 403,
    title: 'Not allowed',
    remedy: 'Use a key or an account that has the permission named in the description.',
  },
  USR005: {
    status: 403,
    title: 'Module not enabled',
    remedy: 'Ask the administrator to enable the module named in the description for the tenant.',
  },
  USR006: {
    status: 429,
    title: 'Too many failed logins',
    remedy: 'Wait for the seconds given in Retry-After, then try again.',
  },
  USR007: {
    status: 429,
    title: 'Too many requests',
    remedy: 'Wait for the seconds given in Retry-After. The RateLimit headers show the limit.',
  },
  USR008: {
    status: 403,
    title: 'Cross-site request refused',
    remedy: 'A browser session can be used only from pages of the service itself. Use an API key for programs.',
  },
} as const;
