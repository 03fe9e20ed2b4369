import { Alert, Button, Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../api/client.ts';
import { Card } from '../kit/page.tsx';
import { useConfirm } from '../kit/use-confirm.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { useWelcomeTexts } from './texts.ts';
import { useDemo } from './use-demo.ts';

/** A company with two weeks of work, at one press of a button. */
export function DemoCard({ isAdmin }: { isAdmin: boolean }) {
  const texts = useWelcomeTexts();
  const demo = useDemo();
  const notify = useNotify();
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const [problem, setProblem] = useState<string>();
  const run = (work: () => Promise<void>, then: () => void): void => {
    setProblem(undefined);
    work().then(then, (error: unknown) =>
      setProblem(error instanceof Error && !(error instanceof ApiError) ? error.message : notify.messageOf(error)),
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
      {problem !== undefined && (
        <Alert color="red" variant="light" mb="sm" role="alert">
          {problem}
        </Alert>
      )}
      {demo.isHeld ? (
        <>
          <p className="welcome-lead">{texts.demoHeld}</p>
          <Group gap="xs">
            <Button component={Link} to="/planning">
              {texts.openBoard}
            </Button>
            {isAdmin && (
              <Button
                variant="default"
                loading={demo.isBusy}
                onClick={() =>
                  ask({
                    title: texts.removeDemo,
                    body: texts.removeWarning,
                    yes: texts.removeDemo,
                    act: () => run(demo.remove, () => notify.success(texts.demoRemoved)),
                  })
                }
              >
                {texts.removeDemo}
              </Button>
            )}
          </Group>
        </>
      ) : isForeign ? (
        <p className="welcome-note">{texts.demoForeign}</p>
      ) : isAdmin ? (
        <Button
          loading={demo.isBusy}
          disabled={demo.isHeld === undefined}
          onClick={() => run(demo.load, () => void navigate({ to: '/planning' }))}
        >
          {texts.loadDemo}
        </Button>
      ) : (
        <p className="welcome-note">{texts.demoAdmin}</p>
      )}
      {demo.isBusy && (
        <p className="welcome-note" role="status">
          {texts.demoBusy}
        </p>
      )}
      {dialog}
    </Card>
  );
}
