import { PasswordInput } from '@mantine/core';
import { usePasswordTexts } from './password-texts.ts';

const SHORTEST_PASSWORD = 12;

export interface NewPassword {
  readonly password: string;
  readonly repeated: string;
}

export const NO_PASSWORD: NewPassword = { password: '', repeated: '' };

/** What the page can see without the service: too short, or not the same twice. */
export function usePasswordCheck() {
  const texts = usePasswordTexts();
  return ({ password, repeated }: NewPassword): string | undefined => {
    if ([...password].length < SHORTEST_PASSWORD) return texts.tooShort;
    return password === repeated ? undefined : texts.differ;
  };
}

interface Props {
  readonly value: NewPassword;
  readonly email: string;
  readonly autoFocus?: boolean;
  onChange(value: NewPassword): void;
}

/** A new password, twice. */
export function NewPasswordFields({ value, email, autoFocus = false, onChange }: Props) {
  const texts = usePasswordTexts();
  return (
    <>
      {/* Password managers store the password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={texts.newPassword}
        description={texts.rule}
        autoComplete="new-password"
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
        required
        withAsterisk={false}
        autoFocus={autoFocus}
      />
      <PasswordInput
        label={texts.repeat}
        autoComplete="new-password"
        value={value.repeated}
        onChange={(event) => onChange({ ...value, repeated: event.currentTarget.value })}
        required
        withAsterisk={false}
      />
    </>
  );
}
