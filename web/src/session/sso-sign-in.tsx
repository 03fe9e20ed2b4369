import { Alert, Button, Divider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { api } from '../api/client.ts';
import { goToProvider } from './go-to-provider.ts';
import { RenewalContext } from './renewal.ts';
import { ssoReason } from './sso-link.ts';
import { useSsoTexts } from './sso-texts.ts';

const REMEMBERED = 'openslot.sso.tenant';

/** The tenant of /app/sign-in/{tenant}; without one, that of the last visit to such a page. */
function ssoTenant(): string | undefined {
  const inAddress = /^\/app\/sign-in\/([^/]+)\/?$/.exec(window.location.pathname)?.[1];
  if (inAddress === undefined) return localStorage.getItem(REMEMBERED) ?? undefined;
  try {
    return decodeURIComponent(inAddress);
  } catch {
    return undefined;
  }
}

/** The page to return to after sign-in. The service accepts pages of the application only. */
const returnTo = (): string => {
  const { pathname, search, hash } = window.location;
  return pathname.startsWith('/app/sign-in') ? '/app/' : `${pathname}${search}${hash}`;
};

/** The buttons of identity providers, and the reason of a sign-in that failed. */
export function SsoSignIn() {
  const texts = useSsoTexts();
  const renewal = useContext(RenewalContext);
  const tenant = renewal?.tenant ?? ssoTenant();
  // A session is renewed in a window of its own, so that the page stays.
  const begin = (start: string): void => {
    const to = renewal ? '/app/signed-in' : returnTo();
    goToProvider(`${start}?${new URLSearchParams({ to })}`, renewal !== undefined);
  };
  const { data } = useQuery({
    queryKey: ['sso', tenant ?? ''],
    queryFn: async () => {
      const { providers } = await api.get('/sso', { query: tenant === undefined ? {} : { tenant } });
      // Remembered only where it helps: the next time the plain sign-in page offers it too.
      if (tenant !== undefined && providers.some(({ start }) => start !== '/sso/start'))
        localStorage.setItem(REMEMBERED, tenant);
      return providers;
    },
  });
  if (!data || data.length === 0) return null;
  return (
    <Stack gap="xs" mb="md">
      {data.map(({ name, start }) => (
        <Button key={start} variant="default" onClick={() => begin(start)}>
          {texts.signInWith(name)}
        </Button>
      ))}
      <Divider label={texts.or} />
    </Stack>
  );
}

/** Why a single sign-on did not succeed. */
export function SsoFailure() {
  const texts = useSsoTexts();
  const reason = ssoReason();
  if (reason === undefined) return null;
  const request = new URLSearchParams(window.location.search).get('request');
  const text = texts.reasons[reason as keyof typeof texts.reasons] ?? texts.reasons.failed;
  return (
    <Alert color={reason === 'confirm' ? 'blue' : 'red'} variant="light" mb="md" role="alert">
      {text}
      {request !== null && reason !== 'confirm' && (
        <Text size="xs" mt={4}>
          {texts.requestId(request.slice(0, 100))}
        </Text>
      )}
    </Alert>
  );
}
