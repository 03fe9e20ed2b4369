import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { railOf } from '../frame/rail.ts';
import { useTexts } from '../i18n/language.ts';
import { ImportSamples } from '../kit/import-samples.tsx';
import { Sample } from '../kit/sample.tsx';
import { useSession } from '../session/session.ts';
import { useGettingStartedTexts } from './texts.ts';

/** One step and the pages for it. */
export interface Step {
  readonly title: string;
  readonly text: string;
  /** Pages for the step. Only those in the user's navigation are shown. */
  readonly pages?: readonly string[];
  /** Links to the API reference. */
  readonly api?: true;
  readonly welcome?: true;
  /** The samples of a first import. */
  readonly samples?: true;
  /** A line for the terminal; `$ADDRESS` is the address of this service. */
  readonly line?: string;
}

export function StepItem({ step }: { step: Step }) {
  const texts = useGettingStartedTexts();
  const common = useTexts();
  const stops = railOf(useSession()).filter(({ to }) => step.pages?.includes(to));
  const hasLinks = stops.length > 0 || step.api || step.welcome;
  return (
    <li>
      <h3>{step.title}</h3>
      <p>{step.text}</p>
      {step.line !== undefined && (
        <Sample label={step.title} code={step.line.replaceAll('$ADDRESS', window.location.origin)} />
      )}
      {step.samples && <ImportSamples apiKey={texts.keyPlaceholder} />}
      {hasLinks && (
        <Group gap="md" mt={6}>
          {stops.map(({ to, text }) => (
            <Anchor key={to} component={Link} to={to} size="sm">
              {common[text] as string}
            </Anchor>
          ))}
          {step.welcome && (
            <Anchor component={Link} to="/welcome" size="sm">
              {texts.welcome}
            </Anchor>
          )}
          {step.api && (
            <Anchor href="/docs" size="sm">
              {common.apiReference}
            </Anchor>
          )}
        </Group>
      )}
    </li>
  );
}
