import { useSuspenseQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { preferencesOf, setDatePreferences } from './dates/preferences.ts';
import { en, type Texts } from './i18n/en.ts';
import { type Language, LocaleContext, languageOf, localeOf, textsIn } from './i18n/language.ts';
import { router } from './router.tsx';
import { isSignedIn, type SignedIn, sessionQuery, useSessionActions } from './session/session.ts';
import { SessionKeeper } from './session/session-keeper.tsx';

const SignInPage = lazy(() => import('./session/sign-in-page.tsx').then((file) => ({ default: file.SignInPage })));
const InvitationPage = lazy(() =>
  import('./session/invitation-page.tsx').then((file) => ({ default: file.InvitationPage })),
);

const ForgotPasswordPage = lazy(() =>
  import('./account/forgot-password-page.tsx').then((file) => ({ default: file.ForgotPasswordPage })),
);
const ResetPasswordPage = lazy(() =>
  import('./account/reset-password-page.tsx').then((file) => ({ default: file.ResetPasswordPage })),
);
const SetUpPage = lazy(() => import('./account/set-up-page.tsx').then((file) => ({ default: file.SetUpPage })));
const SecondFactorRemovalPage = lazy(() =>
  import('./session/second-factor-removal-page.tsx').then((file) => ({ default: file.SecondFactorRemovalPage })),
);
const SignedInPage = lazy(() =>
  import('./session/signed-in-page.tsx').then((file) => ({ default: file.SignedInPage })),
);
const OwnTheme = lazy(() => import('./session/own-theme.tsx').then((file) => ({ default: file.OwnTheme })));
const isSignedInWindow = /^\/app\/signed-in\/?$/.test(window.location.pathname);
const removal = /^\/app\/second-factor-removal\/([\w-]+)\/?$/.exec(window.location.pathname)?.[1];

/** The recipient of an invitation may be signed in as another user, or not at all. */
const invitation = /^\/app\/invitation\/([\w-]+)\/?$/.exec(window.location.pathname)?.[1];
const reset = /^\/app\/password\/reset\/([\w-]+)\/?$/.exec(window.location.pathname)?.[1];
const isForgotten = /^\/app\/password\/forgot\/?$/.test(window.location.pathname);

/** Shows the sign-in page, the page of a mailed link, what sets up a required second factor, or the pages. */
export function App() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const signedIn = isSignedIn(session);
  return (
    <LocaleProvider session={signedIn ? session : undefined}>
      {signedIn && (
        <Suspense>
          <OwnTheme theme={session.user.theme} />
        </Suspense>
      )}
      {/* The key resets all state when the tenant changes. */}
      {invitation !== undefined ? (
        <InvitationPage token={invitation} />
      ) : reset !== undefined ? (
        <ResetPasswordPage token={reset} />
      ) : isForgotten ? (
        <ForgotPasswordPage />
      ) : removal !== undefined ? (
        <SecondFactorRemovalPage token={removal} />
      ) : signedIn && isSignedInWindow ? (
        <SignedInPage title={session.user.displayName ?? session.user.email} />
      ) : signedIn && session.secondFactorRequired ? (
        <SetUpPage />
      ) : signedIn ? (
        <>
          <RouterProvider key={session.tenant.name} router={router} />
          <SessionKeeper />
        </>
      ) : (
        <SignInPage />
      )}
    </LocaleProvider>
  );
}

function LocaleProvider({ session, children }: { session: SignedIn | undefined; children: ReactNode }) {
  const keep = session !== undefined;
  const { prefer } = useSessionActions();
  const [chosen, setChosen] = useState<Language>();
  const language = chosen ?? languageOf(session?.user.language, navigator.languages);
  const locale = localeOf(language, navigator.languages);
  // Before anything is drawn: the board and the formats read it.
  if (session) setDatePreferences(preferencesOf(session.user, session.tenant, locale));
  const [texts, setTexts] = useState<Texts>(en);
  useEffect(() => {
    document.documentElement.lang = language;
    let current = true;
    void textsIn(language).then((found) => current && setTexts(found));
    return () => {
      current = false;
    };
  }, [language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `prefer` is a new function on every render, with the same effect
  const value = useMemo(
    () => ({
      language,
      locale,
      texts,
      setLanguage: (next: Language) => {
        setChosen(next);
        if (keep) void prefer({ language: next });
      },
    }),
    [language, locale, texts, keep],
  );
  return <LocaleContext value={value}>{children}</LocaleContext>;
}
