import { Tabs } from '@mantine/core';
import { Page } from '../kit/page.tsx';
import { mayOpen } from '../session/may.ts';
import { useSession } from '../session/session.ts';
import { useFieldWorkerSteps } from './field-workers.ts';
import { useIntegratorSteps } from './integrators.ts';
import { useOperatorSteps } from './operators.ts';
import { usePlannerSteps } from './planners.ts';
import { StepItem } from './step.tsx';
import { useGettingStartedTexts } from './texts.ts';
import './getting-started.css';

type Reader = 'integrators' | 'planners' | 'fieldWorkers' | 'operators';

/** First steps with the product, for each role. */
export function GettingStartedPage() {
  const texts = useGettingStartedTexts();
  const session = useSession();
  const steps = {
    integrators: useIntegratorSteps(),
    planners: usePlannerSteps(),
    fieldWorkers: useFieldWorkerSteps(),
    operators: useOperatorSteps(),
  };
  // The most likely role of a new user.
  const own: Reader = mayOpen(session, 'administration.api-keys')
    ? 'integrators'
    : mayOpen(session, 'recurring')
      ? 'planners'
      : 'fieldWorkers';
  return (
    <Page title={texts.title} hint={texts.hint}>
      <Tabs defaultValue={own} keepMounted={false} className="started">
        <Tabs.List aria-label={texts.readers}>
          {(Object.keys(steps) as Reader[]).map((reader) => (
            <Tabs.Tab key={reader} value={reader}>
              {texts[reader]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {(Object.keys(steps) as Reader[]).map((reader) => (
          <Tabs.Panel key={reader} value={reader}>
            <ol className="started-steps">
              {steps[reader].map((step) => (
                <StepItem key={step.title} step={step} />
              ))}
            </ol>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
