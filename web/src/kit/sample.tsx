import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useKitTexts } from './texts.ts';

const SAID_MS = 2000;

/** A code sample with a copy button. */
export function Sample({ label, code }: { label: string; code: string }) {
  const texts = useKitTexts();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <div className="kit-sample">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>{code}</pre>
      </section>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => void copy(code).then(() => setCopied(true))}
        aria-label={`${texts.copy}: ${label}`}
      >
        <span aria-live="polite">{copied ? texts.copied : texts.copy}</span>
      </Button>
    </div>
  );
}

/** The clipboard API needs TLS or localhost; elsewhere a selection is copied with execCommand. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'kit-copied';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
