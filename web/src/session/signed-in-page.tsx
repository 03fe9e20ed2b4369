import { useEffect } from 'react';
import { publishSignIn } from './ended-session.ts';
import { useRenewalTexts } from './renewal-texts.ts';
import { SignInFrame } from './sign-in-frame.tsx';

/** Where single sign-on ends in a window of its own: the window that asked for it continues, and this one closes. */
export function SignedInPage({ title }: { title: string }) {
  const { signedIn } = useRenewalTexts();
  useEffect(() => {
    publishSignIn();
    window.close();
  }, []);
  return (
    <SignInFrame title={title}>
      <p>{signedIn}</p>
    </SignInFrame>
  );
}
