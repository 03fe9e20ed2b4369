import { Anchor, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { ImportSamples } from '../kit/import-samples.tsx';
import { Card } from '../kit/page.tsx';
import { Sample } from '../kit/sample.tsx';
import { useFormat } from '../kit/use-format.ts';
import { useNotify } from '../kit/use-notify.ts';
import { useMay } from '../session/may.ts';
import { useWelcomeTexts } from './texts.ts';
import { useArrivals } from './use-arrivals.ts';

/** An API key, a sample request with it, and a notice when the first import arrives. */
export function ConnectCard() {
  const texts = useWelcomeTexts();
  const notify = useNotify();
  const mark = useMay()('welcome.key');
  const [key, setKey] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const make = (): void => {
    setBusy(true);
    api
      .post('/apiKey', { body: { name: 'ERP', scopes: ['import'] } })
      .then((made) => setKey(made.key), notify.error)
      .finally(() => setBusy(false));
  };
  return (
    <Card title={texts.connectTitle}>
      <p className="welcome-lead">{texts.connectLead}</p>
      <ol className="welcome-steps">
        <li>
          <strong>{texts.keyStep}</strong>
          {key !== undefined ? (
            <>
              <Sample label={texts.key} code={key} />
              <p className="welcome-note">{texts.keyOnce}</p>
            </>
          ) : mark ? (
            <Group gap="sm" mt={6}>
              <Button {...mark} size="compact-sm" variant="default" loading={isBusy} onClick={make}>
                {texts.makeKey}
              </Button>
            </Group>
          ) : (
            <p className="welcome-note">{texts.keyAdmin}</p>
          )}
        </li>
        <li>
          <strong>{texts.sendStep}</strong>
          <ImportSamples apiKey={key ?? texts.keyPlaceholder} />
        </li>
        <li>
          <strong>{texts.seeStep}</strong>
          <Arrived />
        </li>
      </ol>
      <Anchor href="/docs" size="sm">
        {texts.apiReference}
      </Anchor>
    </Card>
  );
}

function Arrived() {
  const texts = useWelcomeTexts();
  const format = useFormat();
  const { isWatching, arrived } = useArrivals();
  return (
    <div className={arrived ? 'welcome-sign welcome-sign-on' : 'welcome-sign'} role="status">
      <span className="welcome-dot" aria-hidden="true" />
      {arrived ? (
        <>
          <span>{texts.received(arrived.count, format.clock(arrived.at))}</span>
          <Anchor component={Link} to="/planning" size="sm">
            {texts.openBoard}
          </Anchor>
        </>
      ) : (
        <span>{isWatching ? texts.waiting : ''}</span>
      )}
    </div>
  );
}
