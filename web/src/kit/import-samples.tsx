import { Tabs } from '@mantine/core';
import { importSamples, type SampleLanguage, sampleLanguages } from './import-texts.ts';
import { Sample } from './sample.tsx';
import { useKitTexts } from './texts.ts';

/** The same import in several languages, with the address of this service. */
export function ImportSamples({ apiKey }: { apiKey: string }) {
  const texts = useKitTexts();
  const samples = importSamples(window.location.origin, apiKey);
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List aria-label={texts.language}>
        {Object.entries(sampleLanguages).map(([code, name]) => (
          <Tabs.Tab key={code} value={code}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(sampleLanguages).map(([code, name]) => (
        <Tabs.Panel key={code} value={code} pt={8}>
          <Sample label={name} code={samples[code as SampleLanguage]} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
