/** Refusals about second factors, a part of the catalogue. */
export const secondFactorErrors = {
  USR015: {
    status: 403,
    title: 'Second factor required',
    remedy:
      'The tenant requires a second factor for a role of the user. Set up a passkey or one-time codes in the web application; until then the session opens nothing else.',
  },
  USR016: {
    status: 403,
    title: 'Account uses a second factor',
    remedy:
      'A user name and password, or a token, are not enough for an account that has or needs a second factor. Programs use an API key (POST /apiKey).',
  },
  USR017: {
    status: 403,
    title: 'Confirmation required',
    remedy:
      'Confirm who you are with POST /secondFactor/confirm: with a second factor, or with the password if the account has none. It holds for 15 minutes.',
  },
  APP046: {
    status: 409,
    title: 'Second factor exists already',
    remedy: 'Remove the existing one first, or use it.',
  },
  APP047: {
    status: 404,
    title: 'Link not valid',
    remedy: 'The link was used, replaced by a newer one, or has expired. Ask the administrator to send a new one.',
  },
  APP048: {
    status: 409,
    title: 'Passkeys not available',
    remedy:
      'Browsers accept passkeys only for a host name with https. The operator sets PUBLIC_URL; until then use one-time codes.',
  },
} as const;
