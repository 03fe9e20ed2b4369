import { Alert, Button, Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '../kit/page.tsx';
import { useConfirm } from '../kit/use-confirm.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { useMay } from '../session/may.ts';
import { useWelcomeTexts } from './texts.ts';
import { type Demo, DemoFailed, useDemo } from './use-demo.ts';

/** Loads a sample company with two weeks of work, or removes it again. */
export function DemoCard() {
  const texts = useWelcomeTexts();
  const demo = useDemo();
  const may = useMay();
  const notify = useNotify();
  const [failure, setFailure] = useState<string>();
  const run: Run = (work, then) => {
    setFailure(undefined);
    work().then(then, (error: unknown) =>
      setFailure(error instanceof DemoFailed ? error.message : notify.messageOf(error)),
    );
  };
  const isForeign = demo.isHeld === false && demo.isEmpty === false;
  return (
    <Card title={texts.demoTitle}>
      <p className="welcome-lead">{texts.demoLead}</p>
      <ul className="welcome-list">
        {texts.demoHolds.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {failure !== undefined && (
        <Alert color="red" variant="light" mb="sm" role="alert">
          {failure}
        </Alert>
      )}
      {demo.isHeld ? (
        <LoadedDemo demo={demo} run={run} />
      ) : isForeign ? (
        <p className="welcome-note">{texts.demoForeign}</p>
      ) : may('demo.load') ? (
        <LoadButton demo={demo} run={run} />
      ) : (
        <p className="welcome-note">{texts.demoAdmin}</p>
      )}
      {demo.isBusy && (
        <p className="welcome-note" role="status">
          {texts.demoBusy}
        </p>
      )}
    </Card>
  );
}

/** Runs a change of the demo; a failure is shown on the card. */
type Run = (work: () => Promise<void>, then: () => void) => void;

function LoadButton({ demo, run }: { demo: Demo; run: Run }) {
  const texts = useWelcomeTexts();
  const navigate = useNavigate();
  return (
    <Button
      {...useMay()('demo.load')}
      loading={demo.isBusy}
      disabled={demo.isHeld === undefined}
      onClick={() => run(demo.load, () => void navigate({ to: '/planning' }))}
    >
      {texts.loadDemo}
    </Button>
  );
}

function LoadedDemo({ demo, run }: { demo: Demo; run: Run }) {
  const mark = useMay()('demo.remove');
  const texts = useWelcomeTexts();
  const notify = useNotify();
  const { ask, dialog } = useConfirm();
  const askToRemove = (): void =>
    ask({
      title: texts.removeDemo,
      body: texts.removeWarning,
      yes: texts.removeDemo,
      act: () => run(demo.remove, () => notify.success(texts.demoRemoved)),
    });
  return (
    <>
      <p className="welcome-lead">{texts.demoHeld}</p>
      <Group gap="xs">
        <Button component={Link} to="/planning">
          {texts.openBoard}
        </Button>
        {mark && (
          <Button {...mark} variant="default" loading={demo.isBusy} onClick={askToRemove}>
            {texts.removeDemo}
          </Button>
        )}
      </Group>
      {dialog}
    </>
  );
}
