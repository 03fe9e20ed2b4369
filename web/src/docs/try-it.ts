import { callerNote, sendsKey } from './caller.ts';

/** Longer responses are cut: a list of all jobs would stop the browser. */
const LONGEST_SHOWN = 200_000;

/** Shows the forms that send a request, and sends it. */
export function prepareForms(part: ParentNode): void {
  for (const form of part.querySelectorAll<HTMLFormElement>('form[data-try]')) {
    const opener = document.createElement('button');
    opener.type = 'button';
    opener.className = 'open-try';
    opener.textContent = 'Try it';
    opener.addEventListener('click', () => {
      opener.remove();
      form.hidden = false;
      callerNote(form);
      form.querySelector<HTMLElement>('input, textarea, button')?.focus();
    });
    form.before(opener);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form);
    });
  }
}

/** The address and the options of the request that a form describes. */
function requestOf(form: HTMLFormElement): readonly [string, RequestInit] {
  const headers = new Headers();
  const query = new URLSearchParams();
  let path = form.dataset['path'] ?? '/';
  for (const { name, value, dataset } of form.querySelectorAll<HTMLInputElement>('input[data-in]')) {
    if (dataset['in'] === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (dataset['in'] === 'query') query.append(name, value);
    else headers.set(name, value);
  }
  const key = sendsKey(form);
  if (key !== '') headers.set('x-api-key', key);
  const body = form.querySelector<HTMLTextAreaElement>('textarea[data-body]');
  if (body) headers.set('content-type', body.dataset['type'] ?? 'application/json');
  const options: RequestInit = {
    method: form.dataset['method'] ?? 'GET',
    headers,
    // With a key the request is that of the key, not of the person who is signed in.
    credentials: key === '' ? 'same-origin' : 'omit',
    cache: 'no-store',
    ...(body ? { body: body.value } : {}),
  };
  return [query.size === 0 ? path : `${path}?${query}`, options];
}

async function send(form: HTMLFormElement): Promise<void> {
  const answer = form.querySelector<HTMLElement>('[data-answer]');
  const submit = form.querySelector<HTMLButtonElement>('button[type=submit]');
  const stop = form.querySelector<HTMLButtonElement>('[data-stop]');
  if (!answer || !submit || !stop) return;
  const control = new AbortController();
  stop.onclick = () => control.abort();
  submit.disabled = true;
  stop.hidden = false;
  answer.replaceChildren('Sending…');
  const began = performance.now();
  try {
    const [address, options] = requestOf(form);
    const response = await fetch(address, { ...options, signal: control.signal });
    const head = paragraph(`${response.status} ${response.statusText} · ${Math.round(performance.now() - began)} ms`);
    const text = await readUpTo(response, control);
    answer.replaceChildren(head, preformatted(pretty(text, response.headers.get('content-type') ?? '')));
  } catch (error) {
    answer.replaceChildren(control.signal.aborted ? 'Stopped.' : `The request could not be sent: ${String(error)}`);
  } finally {
    submit.disabled = false;
    stop.hidden = true;
  }
}

/** Streams do not end: what has arrived is shown when the person stops, or when it is long enough. */
async function readUpTo(response: Response, control: AbortController): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += part.value;
      if (text.length <= LONGEST_SHOWN) continue;
      control.abort();
      return `${text.slice(0, LONGEST_SHOWN)}\n… (cut after ${LONGEST_SHOWN} characters)`;
    }
  } catch (error) {
    if (!control.signal.aborted) throw error;
    return `${text}\n… (stopped)`;
  }
  return text;
}

function pretty(text: string, type: string): string {
  if (!/[/+]json\b/.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function paragraph(text: string): HTMLParagraphElement {
  const line = document.createElement('p');
  line.textContent = text;
  return line;
}

function preformatted(text: string): HTMLPreElement {
  const shown = document.createElement('pre');
  // It scrolls, so it must be reachable by keyboard.
  shown.tabIndex = 0;
  shown.setAttribute('role', 'region');
  shown.setAttribute('aria-label', 'Response body');
  shown.textContent = text;
  return shown;
}
