import { Button, Group } from '@mantine/core';
import { saveFile } from '../../kit/export/save-file.ts';
import { useNotify } from '../../kit/use-notify.ts';
import { prettyJson } from './pretty-json.ts';
import { useLogTexts } from './texts.ts';

/** Longer texts are not formatted: a browser needs seconds for megabytes. */
const LONGEST_LAID_OUT = 200_000;

/** Formats JSON; everything else is shown unchanged. */
function readable(text: string): string {
  if (text.length > LONGEST_LAID_OUT) return text;
  try {
    return prettyJson(JSON.parse(text));
  } catch {
    return text;
  }
}

/** A request or response body, to read, copy or download. */
export function PayloadText({ label, text, file }: { label: string; text: string; file: string }) {
  const texts = useLogTexts();
  const notify = useNotify();
  const copy = (): void => {
    // Missing on pages without TLS.
    void navigator.clipboard?.writeText(text).then(() => notify.success(texts.copied));
  };
  return (
    <section aria-label={label}>
      <Group justify="space-between" mb={6} mt="md">
        <h3 className="log-part" style={{ margin: 0 }}>
          {label}
        </h3>
        <Group gap={6}>
          {'clipboard' in navigator && (
            <Button size="compact-xs" variant="default" onClick={copy}>
              {texts.copy}
            </Button>
          )}
          <Button size="compact-xs" variant="default" onClick={() => saveFile(file, text)}>
            {texts.download}
          </Button>
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <pre className="log-text" dir="auto" tabIndex={0}>
        {readable(text)}
      </pre>
    </section>
  );
}
