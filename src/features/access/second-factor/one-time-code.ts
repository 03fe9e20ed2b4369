import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** What every authenticator app supports: SHA-1, six digits, 30 seconds (RFC 6238). */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Clocks of phones differ: the code before and the one after count too. */
const WINDOW = 1;

/** A new secret of 160 bits, as apps and people read it (base32). */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The 30 seconds that the code belongs to, counted since 1970; undefined if it is wrong. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return undefined;
  const delta = TOTP.validate({
    ...PARAMETERS,
    secret: Secret.fromBase32(secret),
    token: digits,
    timestamp: now,
    window: WINDOW,
  });
  return delta === null ? undefined : Math.floor(now / 1000 / PARAMETERS.period) + delta;
}

/** The address that an authenticator app reads, and its QR code as an SVG. */
export function appLink(
  secret: string,
  { issuer, email }: { readonly issuer: string; readonly email: string },
): { readonly uri: string; readonly qr: string } {
  const uri = new TOTP({ ...PARAMETERS, issuer, label: email, secret: Secret.fromBase32(secret) }).toString();
  return { uri, qr: renderSVG(uri, { border: 2, pixelSize: 4 }) };
}
