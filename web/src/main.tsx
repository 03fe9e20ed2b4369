import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './base.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { hashKey, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError, whenSignedOut } from './api/client.ts';
import { cachedIn } from './api/draft.ts';
import { App } from './app.tsx';
import { sessionEnded } from './session/ended-session.ts';
import { isSignedIn, sessionQuery } from './session/session.ts';
import { theme } from './theme.ts';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      queryKeyHashFn: (key) => cachedIn(key[0]) + hashKey(key),
      // Refused requests are not retried; network and server errors are.
      retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 3,
    },
    // An offline save fails with a message instead of waiting for the network.
    mutations: { networkMode: 'always' },
  },
});
const renewSession = (): void => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
whenSignedOut({
  needsFactor: renewSession,
  ended: async () => {
    // Before the first page, and where a second factor is being set up, nothing is lost: the sign-in page follows.
    const session = queries.getQueryData(sessionQuery.queryKey);
    if (session && isSignedIn(session) && !session.secondFactorRequired) return sessionEnded();
    renewSession();
    return false;
  },
});

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <Notifications position="bottom-right" zIndex={400} />
        <QueryClientProvider client={queries}>
          <Suspense>
            <App />
          </Suspense>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
