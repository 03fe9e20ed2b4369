const SOON_MS = 60 * 86_400_000;

/** Whether a certificate is valid now, and for how long. One without an end is valid. */
export function certificateState(validUntil: string, now: number): 'valid' | 'expiresSoon' | 'expired' {
  const end = Date.parse(validUntil);
  if (Number.isNaN(end)) return 'valid';
  if (end < now) return 'expired';
  return end - now < SOON_MS ? 'expiresSoon' : 'valid';
}
