/** A setting, read from the environment once. */
export interface Setting<T> {
  readonly name: string;
  readonly fallback: string;
  readonly about: string;
  /** The value, or what is wrong with it. */
  readonly read: (text: string) => { value: T } | { wrong: string };
}

export const setting = <T>(name: string, fallback: string, about: string, read: Setting<T>['read']): Setting<T> => ({
  name,
  fallback,
  about,
  read,
});

export const whole = (least: number, most: number) => (value: string) =>
  /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
    ? { value: Number(value) }
    : { wrong: `must be a whole number from ${least} to ${most}` };
